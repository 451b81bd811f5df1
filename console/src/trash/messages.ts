export const messages = {
  title: 'Trash',
}
