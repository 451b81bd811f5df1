import { Type } from 'typebox'
import { ref } from '../../contract/fields.ts'
import { hasSuperAdministrator } from '../access/sql/effective.ts'
import type { Config } from '../config/config.ts'
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts'

/** What a sign-in page must know before anybody has signed in. */
export const serviceEndpoint = ({ signup }: Pick<Config, 'signup'>): Endpoint =>
  defineEndpoint({
    name: 'service',
    methods: ['GET'],
    path: '/api/service',
    tag: 'identity',
    summary: 'What can one do without signing in?',
    description:
      'How sign-up works here, and whether there is an administrator. Until there is one, nobody can sign up.',
    access: 'public',
    effect: 'read',
    input: Type.Object({}),
    unknown: 'ignore',
    data: ref('Service'),
    refusals: [],
    handle: async ({ ctx }) => ({ data: { signup, is_set_up: await hasSuperAdministrator(ctx) } }),
  })
