export const messages = {
  active: 'Active',
  inactive: 'Inactive',
  'email-verification-pending': 'Email not verified',
  'email-verified': 'Email verified',
  'user-created': 'Approved',
  trashed: 'In trash',
  expired: 'Expired',
  expiring: 'Expires soon',
}
