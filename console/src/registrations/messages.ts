export const messages = {
  title: 'Registrations',
}
