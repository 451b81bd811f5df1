export const messages = {
  title: 'Overview',
  greeting: 'Hello %{name}. This is how things stand.',
  period: 'Period of the charts',
  days: '%{smart_count} days',
  nothing: {
    title: 'Nothing here is open to you yet',
    text: 'You can see and change your own profile: it is in the menu at the top right. An administrator can give you roles for more.',
  },
  first_steps: {
    title: 'First steps',
    hint: 'You are the only one here so far.',
    users: {
      title: 'Add the people who work with you',
      text: 'Make an account for each, and give them a password or let them sign up.',
      action: 'New user',
    },
    roles: {
      title: 'Decide who may do what',
      text: 'A role holds permissions, and gives them to all who have it. Some are there already.',
      action: 'See the roles',
    },
    taxonomies: {
      title: 'Classify',
      text: 'Terms such as countries, departments or topics, in trees, for people to be grouped by.',
      action: 'Make terms',
    },
    signup: {
      open: { title: 'People can sign up', text: 'At %{address}, and sign in at once. SIGNUP sets that.' },
      verify: {
        title: 'People can sign up',
        text: 'At %{address}. They wait under Registrations until you approve them. SIGNUP sets that.',
      },
      closed: {
        title: 'Sign-up is closed',
        text: 'Only you make accounts. SIGNUP=verify lets people ask for one.',
      },
    },
  },
  totals: {
    users: 'Users',
    active_users: '%{count} active',
    pending_registrations: 'Registrations',
    waiting: 'waiting for approval',
    roles: 'Roles',
    permissions: 'Permissions',
    taxonomies: 'Terms',
    taxonomy_types: '%{count} type |||| %{count} types',
  },
  activity: {
    signups: 'Sign-ups',
    signins: 'Sign-ins',
    sum: '%{count} in %{smart_count} days',
    day: 'Day (UTC)',
    chart: '%{title} per day, as bars. The arrow keys tell each day’s number.',
  },
  attention: {
    title: 'Needs attention',
    nothing: 'All is settled',
    calm: 'Nobody waits for approval, and no role ends within %{smart_count} days.',
    pending:
      '%{smart_count} registration waits for approval |||| %{smart_count} registrations wait for approval',
    review: 'Review',
    loses: 'loses the role %{role}',
    more: 'and %{smart_count} more |||| and %{smart_count} more',
  },
  latest: {
    title: 'Latest changes',
    nothing: 'Nothing has changed yet',
    created: '%{what} created',
    updated: '%{what} changed',
    deleted: '%{what} moved to the trash',
    restored: '%{what} restored',
    by: '%{what} by %{name}',
    names: {
      registrations: 'Registration',
      users: 'User',
      roles: 'Role',
      permissions: 'Permission',
      taxonomies: 'Term',
      'taxonomy-types': 'Taxonomy type',
    },
  },
}
