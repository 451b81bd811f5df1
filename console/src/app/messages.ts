export const messages = {
  skip: 'Skip to the content',
  menu: {
    name: 'Pages',
    open: 'Open the menu',
    people: 'People',
    access: 'Access',
    classification: 'Classification',
    more: 'More',
    waiting: '%{count} waits |||| %{count} wait',
  },
  go_to: {
    name: 'Go to…',
    hint: 'A page, a user, a role, a term…',
    pages: 'Pages',
    terms: 'Terms',
    nothing: 'Nothing is called so.',
  },
  user_menu: {
    name: 'Account of %{name}',
    profile: 'My profile',
    theme: 'Theme',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    sign_out: 'Sign out',
    unsaved: {
      title: 'Change the language?',
      text: 'The page is drawn anew, and what you have not saved on it is lost.',
      leave: 'Change it',
    },
  },
  session: {
    title: 'Your session has ended',
    text: 'Sign in to go on where you are. Nothing that you typed is lost.',
    leave: 'Leave the page',
  },
  states: {
    home: 'To the overview',
    not_found: {
      title: 'Not found',
      lead: 'There is no such page',
      text: 'The address is mistyped, or what it named has been deleted.',
    },
    denied: {
      title: 'Not allowed',
      lead: 'You may not open this page',
      text: 'Your roles do not include it. An administrator can give you one that does.',
    },
    broken: {
      title: 'This page is broken',
      text: 'That is a fault of the console. What you do elsewhere is not affected.',
    },
    unloaded: { title: 'This page could not be loaded' },
    unreachable: { title: 'The service does not answer' },
  },
}
