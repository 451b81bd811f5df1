export const messages = {
  skip: 'Skip to content',
  menu: {
    name: 'Pages',
    open: 'Open menu',
    people: 'People',
    access: 'Access',
    classification: 'Classification',
    more: 'More',
    waiting: '%{count} pending',
  },
  go_to: {
    name: 'Go to…',
    hint: 'Search pages, users, roles, terms…',
    pages: 'Pages',
    terms: 'Terms',
    nothing: 'No results',
  },
  user_menu: {
    name: 'Account menu: %{name}',
    profile: 'My profile',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    language: 'Language',
    sign_out: 'Sign out',
    unsaved: {
      title: 'Change language?',
      text: 'The page will be reloaded and your unsaved changes will be lost.',
      leave: 'Change language',
    },
  },
  session: {
    title: 'Your session has ended',
    text: 'Sign in to continue where you left off. Nothing you typed is lost.',
    leave: 'Leave page',
  },
  states: {
    home: 'Go to overview',
    not_found: {
      title: 'Not found',
      lead: 'This page doesn’t exist',
      text: 'The address may be mistyped, or the page may have been deleted.',
    },
    denied: {
      title: 'Access denied',
      lead: 'You don’t have access to this page',
      text: 'Your roles don’t include it. Ask an administrator for a role that does.',
    },
    broken: {
      title: 'This page isn’t working',
      text: 'This is a bug in the console. Other pages aren’t affected.',
    },
    unloaded: { title: 'This page couldn’t be loaded' },
    unreachable: { title: 'The service isn’t responding' },
  },
}
