/** Signing in, signing up, passwords, tokens and names of people. */
export const accounts: Readonly<Record<string, string>> = {
  'The token is unknown, expired or revoked.': 'Le jeton est inconnu, expiré ou révoqué.',
  'The Authorization header must read: Bearer <token>.':
    'L’en-tête Authorization doit être de la forme : Bearer <jeton>.',
  'A token is needed: sign in, then send it as a bearer token.':
    'Un jeton est nécessaire : connectez-vous, puis envoyez-le comme jeton Bearer.',
  'This token has reached its rate limit.': 'Ce jeton appelle trop souvent.',
  'Too many attempts.': 'Trop de tentatives.',
  '{0} Try again in {1} seconds.': '{0} Réessayez dans {1} secondes.',
  'The email or password is wrong.': 'L’adresse ou le mot de passe est incorrect.',
  'A session in a cookie needs https: PUBLIC_URL must be an https address, or one of this machine. Sign in without session.':
    'Une session dans un cookie exige https : PUBLIC_URL doit être une adresse https, ou de cette machine. Connectez-vous sans session.',
  'This setup link is used, expired or unknown. If there is no administrator yet, restart the service for a new one.':
    'Ce lien d’installation est déjà utilisé, expiré ou inconnu. S’il n’y a pas encore d’administrateur, redémarrez le service pour en obtenir un nouveau.',
  'The role {0} is missing, deleted or inactive, so nobody can be given it. Restore a backup.':
    'Le rôle {0} manque, est supprimé ou inactif ; personne ne peut donc le recevoir. Restaurez une sauvegarde.',
  'This code is unknown, expired or used, or was mistyped too often. Ask for a new one.':
    'Ce code est inconnu, expiré ou déjà utilisé, ou a été mal saisi trop souvent. Demandez-en un nouveau.',
  'This needs a token of your own that is not limited. Sign in, and use the token of the sign-in.':
    'Il faut pour cela un jeton à vous, sans restriction. Connectez-vous, et employez le jeton de la connexion.',
  'This needs the token of a sign-in. Sign in, and use the token that you get.':
    'Il faut pour cela le jeton d’une connexion. Connectez-vous, et employez le jeton que vous recevez.',
  'This account has a second factor. Send challenge, and code, passkey or recovery_code, to POST /api/signin.':
    'Ce compte a un second facteur. Envoyez challenge, et code, passkey ou recovery_code, à POST /api/signin.',
  'The code is wrong or was used, or this sign-in has ended. Try another code, or begin again with your password.':
    'Le code est faux ou a déjà servi, ou cette connexion a pris fin. Essayez un autre code, ou recommencez avec votre mot de passe.',
  'This needs a proof that it is you, at most 15 minutes old: send a code of your second factor to POST /api/reauthenticate.':
    'Il faut pour cela une preuve que c’est bien vous, vieille d’au plus 15 minutes : envoyez un code de votre second facteur à POST /api/reauthenticate.',
  'This needs a proof that it is you, at most 15 minutes old: send your password to POST /api/reauthenticate, or here as current_password.':
    'Il faut pour cela une preuve que c’est bien vous, vieille d’au plus 15 minutes : envoyez votre mot de passe à POST /api/reauthenticate, ou ici comme current_password.',
  'Your account has a second factor, so a password proves nothing here: send code, passkey or recovery_code.':
    'Votre compte a un second facteur ; un mot de passe ne prouve donc rien ici : envoyez code, passkey ou recovery_code.',
  'Send one of these fields: {0}.': 'Envoyez l’un de ces champs : {0}.',
  'Verify your address first: POST /api/email/verify. Notices about your factors go there.':
    'Vérifiez d’abord votre adresse : POST /api/email/verify. Les avis sur vos facteurs y sont envoyés.',
  'An account has at most {0} factors; remove one that you do not need.':
    'Un compte a au plus {0} facteurs ; retirez-en un dont vous n’avez pas besoin.',
  'No authenticator app waits for its first code. Begin again.':
    'Aucune application d’authentification n’attend son premier code. Recommencez.',
  '{0} is wrong or was used before. An app shows another code every 30 seconds, if the clock of its device is right.':
    '{0} est faux ou a déjà servi. Une application montre un autre code toutes les 30 secondes, si l’horloge de son appareil est juste.',
  'This is for the factors of others. Remove your own with POST /api/me/factors/{id}/delete.':
    'Ceci concerne les facteurs des autres. Retirez les vôtres avec POST /api/me/factors/{id}/delete.',
  'The passkey does not sign in here, or this sign-in has ended. Begin again, or sign in with your password.':
    'La clé d’accès ne permet pas de se connecter ici, ou cette connexion a pris fin. Recommencez, ou connectez-vous avec votre mot de passe.',
  '{0} is not a valid answer to options that were made for you and are not used yet. Ask for new ones.':
    '{0} n’est pas une réponse valable à des options faites pour vous et pas encore employées. Demandez-en de nouvelles.',
  'Passkeys are off: they need a PUBLIC_URL with https and a name, not an IP address.':
    'Les clés d’accès sont désactivées : il leur faut une PUBLIC_URL en https et avec un nom, non une adresse IP.',
  'Passkeys are off: others of this installation are for another host. Its operator must start it again.':
    'Les clés d’accès sont désactivées : d’autres de cette installation sont pour un autre hôte. Son exploitant doit la redémarrer.',
  'Your account has no passkey.': 'Votre compte n’a pas de clé d’accès.',
  'id of the credential': 'l’identifiant de la clé d’accès',
  'what the browser answered, as PublicKeyCredential.toJSON() writes it':
    'ce que le navigateur a répondu, comme l’écrit PublicKeyCredential.toJSON()',
  'No session of yours matches.': 'Aucune de vos sessions ne correspond.',
  'No factor matches.': 'Aucun facteur ne correspond.',
  'Your account needs a second factor, and this is the last one. Add another one first.':
    'Votre compte a besoin d’un second facteur, et celui-ci est le dernier. Ajoutez-en d’abord un autre.',
  'Your account needs a second factor, and this sign-in was without one. Add one with POST /api/me/factors/totp, or send a code of yours to POST /api/reauthenticate.':
    'Votre compte a besoin d’un second facteur, et cette connexion s’est faite sans. Ajoutez-en un par POST /api/me/factors/totp, ou envoyez un de vos codes à POST /api/reauthenticate.',
  'Your account has no second factor yet; add one first.':
    'Votre compte n’a pas encore de second facteur ; ajoutez-en d’abord un.',
  'This user is inactive, so a new password would not let them sign in.':
    'Cet utilisateur est inactif ; un nouveau mot de passe ne lui permettrait pas de se connecter.',
  'This username is taken; choose another.': 'Ce nom d’utilisateur est déjà pris ; choisissez-en un autre.',
  'Signing in with a mailed code is switched off. Use your password.':
    'La connexion par un code reçu par message est désactivée. Utilisez votre mot de passe.',
  'Sign-up is closed.': 'Les inscriptions sont fermées.',
  'Sign-up is not possible before the first administrator exists. Open the setup link that the service printed at its start, or ask whoever runs it.':
    'Personne ne peut s’inscrire avant qu’il y ait un administrateur. Ouvrez le lien d’installation que le service a affiché à son démarrage, ou adressez-vous à qui l’exploite.',
  'password_confirmation must equal password.': 'password_confirmation doit être identique à password.',
  "{0} can't be chosen at sign-up.": '{0} ne peut pas être choisi à l’inscription.',
  'expires_at must be in the future.': 'expires_at doit être dans le futur.',
  'expires_at is blank. Leave it out for the default expiry, or send null in JSON for a token that never expires.':
    'expires_at est vide. Omettez-le pour l’expiration par défaut, ou envoyez null en JSON pour un jeton qui n’expire jamais.',
  'expires_at must be {0} or earlier: the token in use expires then. Sign in to create a token that lasts longer.':
    'expires_at doit être au plus tard {0}, car le jeton employé expire alors. Connectez-vous pour créer un jeton plus durable.',
  'No user matches.': 'Aucun utilisateur ne correspond.',
  'Somebody else must offboard you.': 'C’est à quelqu’un d’autre de mettre fin à vos accès.',
  'Somebody else must erase you.': 'C’est à quelqu’un d’autre de vous effacer.',
  'erase must be true. Leave it out to keep what the audit trail says.':
    'erase doit être true. Omettez-le pour garder ce que dit le journal d’audit.',
  'This user is inactive and has no role, session or token.':
    'Cet utilisateur est inactif et n’a ni rôle, ni session, ni jeton.',
  'This user has more than {0} roles; remove some first.':
    'Cet utilisateur a plus de {0} rôles ; retirez-en d’abord.',
  'No offboarding of this user matches.': 'Aucun départ de cet utilisateur ne correspond.',
  'What this offboarding ended was restored already.': 'Ce à quoi ce départ avait mis fin est déjà rétabli.',
  'The role was deleted.': 'Le rôle a été supprimé.',
  'It would have expired at {0}.': 'Il aurait expiré le {0}.',
  'No mail matches.': 'Aucun message ne correspond.',
  'Finding mails by their address needs': 'Trouver des messages par leur adresse exige',
  'Mails of the kind {0} are not sent again: nothing of them is kept.':
    'Les messages du genre {0} ne sont pas envoyés à nouveau : il n’en reste rien.',
  'Its recipient has another address now, or needs this mail no more.':
    'Son destinataire a maintenant une autre adresse, ou n’a plus besoin de ce message.',
  'This address has had as many mails of this kind as it gets in an hour.':
    'Cette adresse a reçu autant de messages de ce genre qu’elle en reçoit en une heure.',
  'No token of this user matches.': 'Aucun jeton de cet utilisateur ne correspond.',
  'This token cannot be used; choose another.': 'Ce jeton ne peut pas être utilisé ; choisissez-en un autre.',
  'password must not be the email or the username of its account; choose another.':
    'password ne doit pas être l’adresse ni le nom d’utilisateur de son compte ; choisissez-en un autre.',
  'password is among the most common ones; choose another.':
    'password est parmi les plus courants ; choisissez-en un autre.',
  'current_password is required to change your own email or password.':
    'current_password est nécessaire pour changer votre adresse ou votre mot de passe.',
  '{0} is not your password.': '{0} n’est pas votre mot de passe.',
  'This is your address already.': 'Cette adresse est déjà la vôtre.',
  'You have asked for {0} other addresses within an hour.':
    'Vous avez demandé {0} autres adresses en une heure.',
  'status and is_active contradict each other. Send only one of them.':
    'status et is_active se contredisent. N’envoyez que l’un des deux.',
  'username must {0}.': 'username doit {0}.',
  'not be a bare number, which is taken for an id':
    'ne pas être un simple nombre, qui serait pris pour un id',
  'not be a UUID, which is taken for an id': 'ne pas être un UUID, qui serait pris pour un id',
  'contain a letter or a digit': 'contenir une lettre ou un chiffre',
  'contain no invisible characters': 'ne contenir aucun caractère invisible',
  'contain no compatibility characters; write {0}':
    'ne contenir aucun caractère mis pour un autre ; écrivez {0}',
  'contain no lookalike letters; write {0}':
    'ne contenir aucune lettre qui ressemble à une autre ; écrivez {0}',
  'contain no silent letters': 'ne contenir aucune lettre qui ne se lit pas',
  'contain no numerals other than digits': 'ne contenir d’autres nombres que des chiffres',
  'use digits and signs of the same script as its letters':
    'avoir les chiffres et les signes de l’écriture de ses lettres',
  'use digits of one script': 'avoir des chiffres d’une seule sorte',
  'use letters of one script, not lookalikes of several':
    'avoir des lettres d’une seule écriture, et non de plusieurs qui se ressemblent',
  "username must not be an email address other than the user's own.":
    'username ne doit pas être une autre adresse que celle de l’utilisateur.',
  'This is the email of another {0}.': 'C’est l’adresse {0:d’un autre|d’une autre} {0}.',
  'This registration already has a user.': 'Cette inscription a déjà son utilisateur.',
  'status can only be user-created by creating the user.':
    'status ne devient user-created qu’en créant l’utilisateur.',
  "A registration can't go from {0} to {1} by an update.":
    'Une inscription ne peut pas passer de {0} à {1} par une modification.',
  'A user with this email already exists.': 'Un utilisateur a déjà cette adresse.',
  'X-Client-IP must be the IP address of the user, such as 192.0.2.7.':
    'X-Client-IP doit être l’adresse IP de l’utilisateur, comme 192.0.2.7.',
  'Name a role or a permission, and not both.': 'Nommez un rôle ou une permission, et non les deux.',
  'Inviting to roles needs': 'Inviter à des rôles exige',
  'Inviting to terms needs': 'Inviter à des termes exige',
  'Inviting to the role {0}': 'Inviter au rôle {0}',
  '{0} does not match an existing role.{1}': '{0} ne correspond à aucun rôle.{1}',
  '{0} does not match an existing term.{1}': '{0} ne correspond à aucun terme.{1}',
  '{0}: at most {1} different ones can be named at once.':
    '{0} : on peut en nommer au plus {1} différents à la fois.',
  'Not given, as it cannot be given any more: {0}.': 'Non attribué, car ce n’est plus possible : {0}.',
  'Given for a shorter time than planned: {0}.': 'Attribué pour moins longtemps que prévu : {0}.',
  'Some of what was planned no longer exists.': 'Une partie de ce qui était prévu n’existe plus.',
  'A registration with this email has a user already, or had one.':
    'Une inscription avec cette adresse a déjà, ou a eu, un utilisateur.',
  'This address is verified and waits for its approval; create its user instead.':
    'Cette adresse est vérifiée et attend son approbation ; créez plutôt son utilisateur.',
  'expires_at must lie in the future, at most {0} days from now.':
    'expires_at doit être dans le futur, à {0} jours au plus.',
  '{0} must be a time or null.': '{0} doit être une date et une heure, ou null.',
  '{0} must lie in the future.': '{0} doit être dans le futur.',
  'This registration has no name yet. Set its first_name.':
    'Cette inscription n’a pas encore de nom. Donnez-lui un first_name.',
  'This registration needs no mail any more.': 'Cette inscription n’a plus besoin de message.',
  'This registration is not an invitation that waits.':
    'Cette inscription n’est pas une invitation en attente.',
  'Invitations are sent again by POST /api/registrations/id/{0}/resend: whoever does so becomes the inviter.':
    'Une invitation est envoyée à nouveau par POST /api/registrations/id/{0}/resend : qui le fait devient l’invitant.',
}
