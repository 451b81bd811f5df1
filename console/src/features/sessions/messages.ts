export const messages = {
  program: '%{browser} on %{system}',
  current: 'This session',
}
