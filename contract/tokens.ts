import { Type } from 'typebox'
import { currentPassword } from './factors.ts'
import * as f from './fields.ts'

/** The most permissions a token can be limited to. */
const MAX_PERMISSIONS = 1000

export const Token = Type.Object(
  {
    id: f.id('Assigned by the service; grows.'),
    uuid: Type.String({ format: 'uuid', description: 'Version 7.' }),
    name: f.line(150, {
      description: 'What it is for: `sign-in`, or a name given to it.',
      examples: ['backup'],
    }),
    permissions: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      maxItems: MAX_PERMISSIONS,
      items: { type: 'string' },
      description: 'Slugs of all that it may do, as far as its user may. Null: all that its user may.',
      examples: [['can-read-users']],
    }),
    is_current: f.flag('It is the one this request was made with.'),
    created_at: f.time('When it was made.'),
    created_by: f.nullable(
      f.id(
        'Who made it: of somebody else, it holds no more than they do. Null: a sign-in, or the command line.',
      ),
      f.EMPTY,
    ),
    expires_at: f.nullable(f.time('From then on it does not work. Null: it works until it is revoked.')),
    used_at: f.nullable(f.time('When it was last used, to half a minute.')),
    used_ip: f.nullable(f.ip('Address of that use.')),
    user_agent: f.nullable(
      f.text(255, {
        description:
          'What the program of that use called itself, in its header `User-Agent`; before the first use, that of the ' +
          'sign-in. At most its first 255 characters. Anybody can send any text there.',
        examples: ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'],
      }),
    ),
    is_sign_in: f.flag('A sign-in made it: it is a session.'),
  },
  {
    $id: 'Token',
    description: 'What a user signs in with. The token itself is shown once, when it is made.',
  },
)

export const TokenCreate = Type.Object(
  {
    name: f.line(150, { description: 'What it is for.', examples: ['backup'] }),
    permissions: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 150 }), {
        minItems: 1,
        maxItems: MAX_PERMISSIONS,
        description:
          'Slugs of what it may do, all of them held by its user now. Without it: all its user may.',
        examples: [['can-read-users']],
      }),
    ),
    expires_at: Type.Optional(
      f.nullable(
        f.time(
          'When it stops working; null: never. Without it: TOKEN_TTL_DAYS from now. A blank one is refused.',
        ),
      ),
    ),
    current_password: currentPassword,
  },
  { $id: 'TokenCreate' },
)
