/** The rules for records, beside the permissions that an operation needs: what each says, in a sentence. */
export const RULES = {
  'own-record': 'Without the permissions, everyone signed in may, for their own record alone.',
  'in-short':
    'Of what they hold and may not read, they are told what it is, and find it by that: `id`, `uuid`, `name`, `slug`, `is_active` and its kind.',
  'own-fields':
    'Of their own record they change all but its status and what only administrators set; `email` and `password` with their `current_password`.',
  'contact-details':
    "Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.",
  'no-more-than-held':
    'Nobody hands out or takes away more than they hold: every permission of the user or role in question, or of the users whom a term in question classifies, is needed too. Nor do they give anything for longer than they hold it themselves.',
  'taken-along':
    'What `cascade` takes along, or brings back, needs what it would need alone: a type with its terms needs `can-delete-taxonomies` too.',
  'last-super-administrator': 'The last active super administrator stays one: 409.',
  'built-in-role':
    'The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.',
  explained:
    '`explain=true` names roles: of others it needs `can-read-roles` and `can-read-permissions` too.',
  'shown-records':
    'Who names a record as the one that invited a person, or the registration that a user came of, must be able to read it: setting `invited_by` or `registration_id` needs `can-read-users` or `can-read-registrations` too, as it does by the relation.',
  'assigned-token': 'Setting `api_token` needs `can-assign-api-tokens` too.',
  'chosen-roles':
    'Choosing `roles` for a user needs `can-assign-roles`, `can-read-users` and `can-read-roles` too, as giving them does.',
} as const

export type RuleName = keyof typeof RULES
