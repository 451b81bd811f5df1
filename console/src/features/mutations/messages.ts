export const messages = {
  undone: 'Action undone.',
  stale: 'Someone else has changed this in the meantime. Nothing was saved. You now see the latest version.',
}
