import { next } from '../../../test/support/factory.ts'
import * as f from '../../../test/support/fields.ts'

/** The fields of users and registrations. */
export const profile = {
  email: f.required(f.address()),
  username: f.username(),
  display_name: f.text(50),
  title: f.text(200),
  designation: f.text(200),
  first_name: f.required(f.text(150)),
  middle_name: f.text(255),
  last_name: f.text(150),
  gender: f.text(15),
  country_calling_code: f.integer(1, 999),
  phone: f.phone(),
  bio: f.text(10_000),
  timezone: f.timezone(),
  language: f.language(),
  alternate_email: f.address(),
  avatar_url: f.webAddress(),
  birth: f.pastDay(),
  country: f.text(255),
  country_code: f.countryCode(),
  activation_code: f.hidden(255),
  activation_code_sent_at: f.time(),
  activated_ip: f.ip(),
  invited_by: f.reference('users', 'id'),
  invited_at: f.time(),
  invited_for_key: f.text(255),
  invited_for_value: f.text(255),
  user_id: f.reference('users', 'id'),
  user_created_at: f.time(),
  created_ip: f.ip(),
  registration_id: f.reference('registrations', 'id'),
  meta: f.meta(),
}

export const person = () => ({ email: `person${next()}@example.com`, first_name: 'Ada' })

export const shared = { column: 'title', value: 'Countess', other: 'Duchess' }
