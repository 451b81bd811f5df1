import { Type } from 'typebox'
import * as f from './fields.ts'

export const Session = Type.Object(
  {
    id: f.id('Assigned by the service; grows.'),
    uuid: Type.String({ format: 'uuid', description: 'Version 7.' }),
    user_agent: f.nullable(
      f.text(255, {
        description:
          'What the program of the last use called itself, in its header `User-Agent`; before the first use, that of the ' +
          'sign-in. Anybody can send any text there.',
        examples: ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'],
      }),
    ),
    used_ip: f.nullable(f.ip('Address of the last use.')),
    created_at: f.time('When it began, with the sign-in.'),
    used_at: f.nullable(f.time('When it was last used, to half a minute.')),
    expires_at: f.nullable(f.time('When it ends. Null: it lasts until it is revoked.')),
    is_current: f.flag('It is the one this request was made with.'),
  },
  {
    $id: 'Session',
    description: 'A sign-in of your account: the token that it made, which is shown only then.',
  },
)
