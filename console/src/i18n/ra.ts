/** Overrides of react-admin's texts, which speak of elements, items and providers. */
export const ra = {
  page: { error: 'Something went wrong', authentication_error: 'Sign-in failed' },
  message: {
    access_denied: 'Your roles don’t give you access to this page.',
    authentication_error: 'Your identity couldn’t be verified. Sign in again.',
    auth_error: 'Your identity couldn’t be verified. Sign in again.',
    error:
      'Something went wrong on this page. Reload it. If the problem persists, contact the person who runs this service.',
    invalid_form: 'The form has errors. Fix the highlighted fields and save again.',
    not_found: 'This page doesn’t exist.',
    select_all_limit_reached: 'There are too many to select all of them. Only the first %{max} are selected.',
    placeholder_data_warning: 'The latest data couldn’t be loaded. Check your connection.',
  },
  auth: {
    auth_check_error: 'Sign in to continue.',
    sign_in_error: 'Sign-in failed. Try again.',
    logout: 'Sign out',
  },
  notification: {
    updated: 'Saved. |||| %{smart_count} saved.',
    created: 'Created.',
    deleted: 'Deleted. |||| %{smart_count} deleted.',
    bad_item: 'This can’t be displayed.',
    item_doesnt_exist: 'It doesn’t exist or has been deleted.',
    http_error: 'The service didn’t respond. Check your connection and try again.',
    data_provider_error: 'Something went wrong. Try again.',
    i18n_error: 'This language couldn’t be loaded.',
    canceled: 'Cancelled.',
    logged_out: 'Your session has ended. Sign in again.',
    not_authorized: 'You don’t have permission to do this.',
    offline: 'No connection.',
  },
}
