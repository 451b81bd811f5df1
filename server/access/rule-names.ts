/** The rules about records, in addition to the permissions of an operation, each as text for the documentation. */
export const RULES = {
  'own-record': 'Without the permissions, all users who are signed in may do this with their own record.',
  'in-short':
    'Of records that a user holds but may not read, the response shows only what identifies them (`id`, `uuid`, `name`, `slug`, `is_active` and the like), and only these fields find them.',
  'own-fields':
    'Users may change all fields of their own record, except the status and those that only administrators set. Changing `email` or `password` needs `current_password`.',
  'contact-details':
    'Without `can-see-users-contact-details`, the `email`, `alternate_email` and `phone` of others are left out, and cannot be used to select, search, filter or sort.',
  'no-more-than-held':
    'Callers can neither grant nor revoke more than they hold: they need every permission of the user or role concerned, or of the users whom a term classifies. They cannot grant anything for longer than they hold it.',
  'cascaded-records':
    'Records that `cascade` deletes or restores need the permissions that they would need alone: a type with its terms needs `can-delete-taxonomies` too.',
  'last-super-administrator': 'The last active super administrator cannot be removed: 409.',
  'erased-by-others':
    'Nobody erases themselves: 409. It would remove who did what they did. Their registrations go too, without a permission of their own.',
  'built-in-role':
    'The role `super-administrator` cannot be renamed, deactivated, deleted or stripped of a permission: 409.',
  explained:
    '`explain=true` names roles. About other users it needs `can-read-roles` and `can-read-permissions` too.',
  'shown-records':
    'Setting `invited_by` or `registration_id` needs permission to read the record that it names: `can-read-users` or `can-read-registrations`. The same holds for the relation.',
  'assigned-token': 'Setting `api_token` needs `can-assign-api-tokens` too.',
  reported:
    'What the caller may not do to one of the records is left out, and the report says why. Selecting by `emails` needs `can-see-users-contact-details`, and by `matching` the permission to read the list. The report has names only for callers who may read the records.',
  'planned-links':
    'Sending an invitation again needs what inviting to its roles and terms needs; the caller becomes the inviter.',
  'chosen-terms':
    'Setting `taxonomies` for a user needs `can-update-users`, `can-read-users` and `can-read-taxonomies` too, as classifying them does.',
  'chosen-roles':
    'Setting `roles` for a user needs `can-assign-roles`, `can-read-users` and `can-read-roles` too, as assigning them does.',
} as const

export type RuleName = keyof typeof RULES
