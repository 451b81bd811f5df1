export const messages = {
  undone: 'Action undone.',
}
