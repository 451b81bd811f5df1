import type { MailKind } from '../../../contract/mails.ts'

const HELLO = 'Hello{% if name %} {{ name }}{% endif %},'

const DIGITS = `{% if digits %}
Or type this code, which works until {{ digits_expire_at | time }}:

# {{ digits }}
{% endif %}`

const UNTIL = 'The link works once, until {{ expires_at | time }}.'

const WHERE = `{% if ip %}From the address {{ ip }}{% if device %}, with {{ device }}{% endif %}.{% endif %}`

const NOT_YOU = `If it was not you, reset your password at once:

[Reset your password]({{ link }})`

export const english: Readonly<Record<MailKind, string>> = {
  verify: `Subject: Confirm your email address for {{ brand }}

Hello,

Somebody signed up for {{ brand }} with this address. If it was you, confirm it and choose your password:

[Confirm the address]({{ link }})
${DIGITS}

${UNTIL}

~ If it was not you, ignore this mail. No account is created.`,

  'already-registered': `Subject: You already have an account at {{ brand }}

${HELLO}

Somebody tried to sign up for {{ brand }} with this address, which already has an account. If it was you, sign in; the page
also helps if you do not know your password any more.

[Sign in]({{ link }})

~ If it was not you, ignore this mail. Nothing has changed.`,

  'invitation-reminder': `Subject: Your invitation to {{ brand }} is waiting

Hello,

Somebody signed up for {{ brand }} with this address.{% if inviter %} {{ inviter }} has invited you already{% else %} You
have been invited already{% endif %}: accept the invitation to get your account.

[Accept the invitation]({{ link }})

${UNTIL}

~ If it was not you, ignore this mail.`,

  welcome: `Subject: Welcome to {{ brand }}

${HELLO}

Your account at {{ brand }} is ready.

[Sign in]({{ link }})`,

  reset: `Subject: Reset your password for {{ brand }}

${HELLO}

Somebody asked to reset the password of your account at {{ brand }}. If it was you, choose a new one:

[Choose a new password]({{ link }})
${DIGITS}

${UNTIL}

~ If it was not you, ignore this mail. Your password has not changed.`,

  'password-changed': `Subject: Your password for {{ brand }} was changed

${HELLO}

The password of your account at {{ brand }} was changed on {{ at | time }}. ${WHERE}

~ If it was you, there is nothing to do.

${NOT_YOU}`,

  'email-change': `Subject: Confirm your new email address for {{ brand }}

${HELLO}

This is to be the new address of your account at {{ brand }}. Confirm it:

[Confirm the address]({{ link }})
${DIGITS}

${UNTIL}

~ If you do not know of this, ignore this mail. The account keeps its address.`,

  'email-changed': `Subject: Your email address for {{ brand }} was changed

${HELLO}

{% if new_address %}The address of your account at {{ brand }} was changed to {{ new_address }} on {{ at | time }}.

~ If it was you, there is nothing to do.

If it was not you, undo the change. That also signs out everybody, and you choose a new password:

[Undo the change]({{ link }})

The link works until {{ expires_at | time }}.{% else %}An administrator gave your account at {{ brand }} another address on
{{ at | time }}. You get its mails there.

~ If you do not know of this, ask an administrator.{% endif %}`,

  'email-verify': `Subject: Confirm your email address for {{ brand }}

${HELLO}

Confirm that this is the address of your account at {{ brand }}:

[Confirm the address]({{ link }})
${DIGITS}

${UNTIL}

~ If you do not know of this, ignore this mail.`,

  'signin-code': `Subject: Your code for {{ brand }}

${HELLO}

Sign in to {{ brand }} with this code, which works until {{ digits_expire_at | time }}:

# {{ digits }}

~ If it was not you, ignore this mail. Never tell the code to anybody.`,

  invitation: `Subject: {% if inviter %}{{ inviter }} invites you to {{ brand }}{% else %}You are invited to {{ brand }}{% endif %}

${HELLO}

{% if inviter %}{{ inviter }} invites you{% else %}You are invited{% endif %} to {{ brand }}{% if roles %}, as {{ roles }}{% endif %}.
{% if message %}
> {{ message }}
{% endif %}

[Accept the invitation]({{ link }})

${UNTIL}

~ If you do not expect this invitation, ignore this mail. No account is created.`,

  'account-deactivated': `Subject: Your account at {{ brand }} was deactivated

${HELLO}

Your account at {{ brand }} was deactivated on {{ at | time }}. You cannot sign in with it any more. If you think that this
is a mistake, ask an administrator.`,

  'account-deleted': `Subject: Your account at {{ brand }} was deleted

${HELLO}

Your account at {{ brand }} was deleted on {{ at | time }}. If you think that this is a mistake, ask an administrator.`,

  'token-created': `Subject: A token was created for your account at {{ brand }}

${HELLO}

{% if token %}The token “{{ token }}”{% else %}A token{% endif %} was created for your account at {{ brand }} on {{ at | time }}. {% if until %}It works until
{{ until | time }}{% else %}It does not expire{% endif %}. ${WHERE}

~ If it was not you, revoke the token, change your password, and ask an administrator.`,

  'new-device': `Subject: A sign-in from a new device at {{ brand }}

${HELLO}

Somebody signed in to your account at {{ brand }} from a device that we have not seen for 90 days, on {{ at | time }}. ${WHERE}

~ If it was you, there is nothing to do.

${NOT_YOU}`,

  'factor-added': `Subject: A second factor was added to your account at {{ brand }}

${HELLO}

{% if factor %}{{ factor }}{% else %}A second factor{% endif %} was added to your account at {{ brand }}{% if factor %} as a second factor{% endif %} on {{ at | time }}. ${WHERE}

~ If it was not you, ask an administrator at once.`,

  'factor-removed': `Subject: A second factor was removed from your account at {{ brand }}

${HELLO}

{% if factor %}{{ factor }}{% else %}A second factor{% endif %} was removed from your account at {{ brand }} on {{ at | time }}. ${WHERE}

~ If it was not you, ask an administrator at once.`,

  'recovery-code-used': `Subject: A recovery code of your account at {{ brand }} was used

${HELLO}

Somebody signed in to your account at {{ brand }} with a recovery code on {{ at | time }}. ${WHERE}

~ If it was not you, ask an administrator at once.`,

  'webhook-off': `Subject: A webhook of {{ brand }} was switched off

${HELLO}

{{ brand }} has switched off the webhook “{{ webhook }}” on {{ at | time }}. {% if because == 'gone' %}Its receiver answered that it is gone (status 410).{% elsif because == 'lost_right' %}Whoever saved it last may not manage webhooks and read the audit trail any more, or the API token with which it was saved has ended.{% else %}No delivery has succeeded for five days.{% endif %}

Events that happen from now on are not sent to it. Once the cause is removed, an administrator can switch it on again.`,

  test: `Subject: A test from {{ brand }}

Hello,

This mail was sent by \`rolecall mail test\`. {{ brand }} can send mail to you.`,
}
