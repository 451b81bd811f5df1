export const messages = {
  no_undo: 'You can’t undo this yourself. Ask someone who can restore from the trash.',
}
