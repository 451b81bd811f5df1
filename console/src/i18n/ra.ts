/** In place of react-admin's own words, which speak of elements, items and providers. */
export const ra = {
  page: { error: 'Something went wrong', authentication_error: 'You could not be signed in' },
  message: {
    access_denied: 'Your roles do not let you open this page.',
    authentication_error: 'The service could not check who you are. Sign in again.',
    auth_error: 'The service could not check who you are. Sign in again.',
    error: 'This page is broken. Load it anew; if it stays so, tell who runs this service.',
    invalid_form: 'Something in the form is wrong. Mend what is marked, and save again.',
    not_found: 'There is no such page.',
    select_all_limit_reached: 'There are too many to select them all. The first %{max} are selected.',
    placeholder_data_warning: 'The latest could not be loaded. Check the connection.',
  },
  auth: {
    auth_check_error: 'Sign in to continue.',
    sign_in_error: 'The sign-in failed. Try again.',
    logout: 'Sign out',
  },
  notification: {
    updated: 'Saved. |||| %{smart_count} saved.',
    created: 'Created.',
    deleted: 'Deleted. |||| %{smart_count} deleted.',
    bad_item: 'This cannot be shown.',
    item_doesnt_exist: 'It does not exist, or has been deleted.',
    http_error: 'The service did not answer. Check the connection, then try again.',
    data_provider_error: 'Something went wrong. Try again.',
    i18n_error: 'The texts of this language could not be loaded.',
    canceled: 'Cancelled.',
    logged_out: 'Your session has ended. Sign in again.',
    not_authorized: 'You may not do this.',
    offline: 'There is no connection.',
  },
}
