export const messages = {
  first_name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  password: 'Password',
}
