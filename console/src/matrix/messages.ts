export const messages = {
  title: 'Permission matrix',
}
