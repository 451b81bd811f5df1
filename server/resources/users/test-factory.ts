import type { Factory } from '../../../test/support/factory.ts'
import * as f from '../../../test/support/fields.ts'
import { person, profile, shared } from '../people/test-factory.ts'

export const factory: Factory = {
  valid: person,
  fields: {
    ...profile,
    password: f.password(),
    is_active: f.flag(),
    status: f.choice('inactive', 'active'),
    website: f.webAddress(),
    theme: { ...f.choice('system', 'light', 'dark'), isNullable: true },
    last_login_at: f.time(),
    last_login_ip: f.ip(),
    remember_token: f.hidden(255),
    login_otp: f.hidden(255),
    api_token_used_at: f.time(),
    api_token_used_ip: f.ip(),
    activated_at: f.time(),
    affiliate_code: f.text(255),
    affiliate_code_used_at: f.time(),
    reset_password_code: f.hidden(255),
    reset_password_code_sent_at: f.time(),
    reset_password_code_used_at: f.time(),
    foreign_user_id: f.integer(1, Number.MAX_SAFE_INTEGER),
  },
  also: ['name', 'email_verified_at', 'has_second_factor'],
  unique: { email: 'caseless', username: 'caseless' },
  relations: ['roles', 'permissions', 'taxonomies', 'registration', 'invited_by'],
  selectors: ['id', 'uuid', 'email', 'username'],
  label: 'last_name',
  shared,
}
