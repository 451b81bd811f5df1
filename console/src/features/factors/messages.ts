export const messages = {
  title: 'Second factors',
  name: 'Name',
  kind: 'Kind',
  added: 'Added',
  used: 'Last used',
  kinds: { totp: 'Authenticator app', passkey: 'Passkey' },
  remove: 'Remove',
  remove_name: 'Remove %{name}',
  remove_title: 'Remove “%{name}”?',
  removed: '“%{name}” removed.',
  recovery_codes: 'Recovery codes',
  left: 'One left |||| %{smart_count} left',
}
