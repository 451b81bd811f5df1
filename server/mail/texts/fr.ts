import type { MailKind } from '../../../contract/mails.ts'

const HELLO = 'Bonjour{% if name %} {{ name }}{% endif %},'

const DIGITS = `{% if digits %}
Ou saisissez ce code, valable jusqu’au {{ digits_expire_at | time }} :

# {{ digits }}
{% endif %}`

const UNTIL = 'Le lien sert une seule fois, jusqu’au {{ expires_at | time }}.'

const WHERE = `{% if ip %}Depuis l’adresse {{ ip }}{% if device %}, avec {{ device }}{% endif %}.{% endif %}`

const NOT_YOU = `Si ce n’est pas vous, réinitialisez tout de suite votre mot de passe :

[Réinitialiser le mot de passe]({{ link }})`

export const french: Readonly<Record<MailKind, string>> = {
  verify: `Subject: Confirmez votre adresse pour {{ brand }}

Bonjour,

Quelqu’un s’est inscrit à {{ brand }} avec cette adresse. Si c’est vous, confirmez-la et choisissez votre mot de passe :

[Confirmer l’adresse]({{ link }})
${DIGITS}

${UNTIL}

~ Si ce n’est pas vous, ignorez ce message. Aucun compte n’est créé.`,

  'already-registered': `Subject: Vous avez déjà un compte {{ brand }}

${HELLO}

Quelqu’un a voulu s’inscrire à {{ brand }} avec cette adresse, qui a déjà un compte. Si c’est vous, connectez-vous ; la page
aide aussi si vous ne savez plus votre mot de passe.

[Se connecter]({{ link }})

~ Si ce n’est pas vous, ignorez ce message. Rien n’a changé.`,

  'invitation-reminder': `Subject: Votre invitation à {{ brand }} vous attend

Bonjour,

Quelqu’un s’est inscrit à {{ brand }} avec cette adresse.{% if inviter %} {{ inviter }} vous a déjà invité{% else %} Vous
êtes déjà invité{% endif %} : acceptez l’invitation pour avoir votre compte.

[Accepter l’invitation]({{ link }})

${UNTIL}

~ Si ce n’est pas vous, ignorez ce message.`,

  welcome: `Subject: Bienvenue à {{ brand }}

${HELLO}

Votre compte {{ brand }} est prêt.

[Se connecter]({{ link }})`,

  reset: `Subject: Réinitialisez votre mot de passe pour {{ brand }}

${HELLO}

Quelqu’un a demandé de réinitialiser le mot de passe de votre compte {{ brand }}. Si c’est vous, choisissez-en un nouveau :

[Choisir un nouveau mot de passe]({{ link }})
${DIGITS}

${UNTIL}

~ Si ce n’est pas vous, ignorez ce message. Votre mot de passe n’a pas changé.`,

  'password-changed': `Subject: Votre mot de passe pour {{ brand }} a été changé

${HELLO}

Le mot de passe de votre compte {{ brand }} a été changé le {{ at | time }}. ${WHERE}

~ Si c’est vous, il n’y a rien à faire.

${NOT_YOU}`,

  'email-change': `Subject: Confirmez votre nouvelle adresse pour {{ brand }}

${HELLO}

Voici la future adresse de votre compte {{ brand }}. Confirmez-la :

[Confirmer l’adresse]({{ link }})
${DIGITS}

${UNTIL}

~ Si vous n’en savez rien, ignorez ce message. Le compte garde son adresse.`,

  'email-changed': `Subject: Votre adresse pour {{ brand }} a été changée

${HELLO}

{% if new_address %}L’adresse de votre compte {{ brand }} est devenue {{ new_address }} le {{ at | time }}.

~ Si c’est vous, il n’y a rien à faire.

Si ce n’est pas vous, annulez le changement. Cela ferme aussi toutes les sessions, et vous choisissez un nouveau mot de
passe :

[Annuler le changement]({{ link }})

Le lien sert jusqu’au {{ expires_at | time }}.{% else %}Un administrateur a donné une autre adresse à votre compte
{{ brand }} le {{ at | time }}. Vous y recevez ses messages.

~ Si vous n’en savez rien, adressez-vous à un administrateur.{% endif %}`,

  'email-verify': `Subject: Confirmez votre adresse pour {{ brand }}

${HELLO}

Confirmez que cette adresse est celle de votre compte {{ brand }} :

[Confirmer l’adresse]({{ link }})
${DIGITS}

${UNTIL}

~ Si vous n’en savez rien, ignorez ce message.`,

  'signin-code': `Subject: Votre code pour {{ brand }}

${HELLO}

Connectez-vous à {{ brand }} avec ce code, valable jusqu’au {{ digits_expire_at | time }} :

# {{ digits }}

~ Si ce n’est pas vous, ignorez ce message. Ne donnez jamais ce code à qui vous le demande.`,

  invitation: `Subject: {% if inviter %}{{ inviter }} vous invite à {{ brand }}{% else %}Vous êtes invité à {{ brand }}{% endif %}

${HELLO}

{% if inviter %}{{ inviter }} vous invite{% else %}Vous êtes invité{% endif %} à {{ brand }}{% if roles %}, comme {{ roles }}{% endif %}.
{% if message %}
> {{ message }}
{% endif %}

[Accepter l’invitation]({{ link }})

${UNTIL}

~ Si vous n’attendez pas cette invitation, ignorez ce message. Aucun compte n’est créé.`,

  'account-deactivated': `Subject: Votre compte {{ brand }} a été désactivé

${HELLO}

Votre compte {{ brand }} a été désactivé le {{ at | time }}. Il ne permet plus de se connecter. Si vous pensez que c’est une
erreur, adressez-vous à un administrateur.`,

  'account-deleted': `Subject: Votre compte {{ brand }} a été supprimé

${HELLO}

Votre compte {{ brand }} a été supprimé le {{ at | time }}. Si vous pensez que c’est une erreur, adressez-vous à un
administrateur.`,

  'token-created': `Subject: Un jeton a été créé pour votre compte {{ brand }}

${HELLO}

{% if token %}Le jeton « {{ token }} »{% else %}Un jeton{% endif %} a été créé pour votre compte {{ brand }} le {{ at | time }}. {% if until %}Il sert jusqu’au
{{ until | time }}{% else %}Il n’expire pas{% endif %}. ${WHERE}

~ Si ce n’est pas vous, révoquez le jeton, changez votre mot de passe et adressez-vous à un administrateur.`,

  'new-device': `Subject: Une connexion à {{ brand }} depuis un nouvel appareil

${HELLO}

Quelqu’un s’est connecté à votre compte {{ brand }} depuis un appareil que nous n’avons pas vu depuis 90 jours, le
{{ at | time }}. ${WHERE}

~ Si c’est vous, il n’y a rien à faire.

${NOT_YOU}`,

  'factor-added': `Subject: Un second facteur a été ajouté à votre compte {{ brand }}

${HELLO}

{% if factor %}{{ factor }}{% else %}Un second facteur{% endif %} a été ajouté à votre compte {{ brand }}{% if factor %} comme second facteur{% endif %} le {{ at | time }}. ${WHERE}

~ Si ce n’est pas vous, adressez-vous tout de suite à un administrateur.`,

  'factor-removed': `Subject: Un second facteur a été retiré de votre compte {{ brand }}

${HELLO}

{% if factor %}{{ factor }}{% else %}Un second facteur{% endif %} a été retiré de votre compte {{ brand }} le {{ at | time }}. ${WHERE}

~ Si ce n’est pas vous, adressez-vous tout de suite à un administrateur.`,

  'recovery-code-used': `Subject: Un code de secours de votre compte {{ brand }} a été utilisé

${HELLO}

Quelqu’un s’est connecté à votre compte {{ brand }} avec un code de secours le {{ at | time }}. ${WHERE}

~ Si ce n’est pas vous, adressez-vous tout de suite à un administrateur.`,

  'webhook-off': `Subject: Un webhook de {{ brand }} a été désactivé

${HELLO}

{{ brand }} a désactivé le webhook « {{ webhook }} » le {{ at | time }}. {% if because == 'gone' %}Son destinataire a répondu qu’il n’existe plus (statut 410).{% elsif because == 'lost_right' %}La personne qui l’a enregistré en dernier ne peut plus gérer les webhooks ni lire le journal d’audit, ou le jeton d’API qui l’a enregistré a pris fin.{% else %}Aucun envoi n’a réussi depuis cinq jours.{% endif %}

Les événements à venir ne lui sont plus envoyés. Une fois la cause écartée, un administrateur peut le réactiver.`,

  test: `Subject: Un essai de {{ brand }}

Bonjour,

Ce message a été envoyé par \`rolecall mail test\`. {{ brand }} peut vous écrire.`,
}
