export const messages = {
  /** Attributes that users and registrations share, and some of users only. */
  fields: {
    name: 'Name',
    first_name: 'First name',
    middle_name: 'Middle name',
    last_name: 'Last name',
    display_name: 'Display name',
    title: 'Title',
    designation: 'Position',
    email: 'Email',
    username: 'Username',
    alternate_email: 'Alternate email',
    country_calling_code: 'Country calling code',
    phone: 'Phone',
    website: 'Website',
    gender: 'Gender',
    birth: 'Date of birth',
    country: 'Country',
    country_code: 'Country code',
    timezone: 'Time zone',
    language: 'Language of mails',
    bio: 'About',
    password: 'Password',
    current_password: 'Current password',
  },
  /** Parts of a pasted list of addresses. */
  unreadable: 'Not an address: %{parts}.',
}
