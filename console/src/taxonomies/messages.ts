export const messages = {
  title: 'Taxonomies',
}
