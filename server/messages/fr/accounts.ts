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
  'This setup link is used, expired or unknown. If there is no administrator yet, restart the service for a new one.':
    'Ce lien d’installation est déjà utilisé, expiré ou inconnu. S’il n’y a pas encore d’administrateur, redémarrez le service pour en obtenir un nouveau.',
  'The role {0} is missing, deleted or inactive, so nobody can be given it. Restore a backup.':
    'Le rôle {0} manque, est supprimé ou inactif ; personne ne peut donc le recevoir. Restaurez une sauvegarde.',
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
  'This user is inactive and has no role, session or token.':
    'Cet utilisateur est inactif et n’a ni rôle, ni session, ni jeton.',
  'This user has more than {0} roles; remove some first.':
    'Cet utilisateur a plus de {0} rôles ; retirez-en d’abord.',
  'No offboarding of this user matches.': 'Aucun départ de cet utilisateur ne correspond.',
  'What this offboarding ended was restored already.': 'Ce à quoi ce départ avait mis fin est déjà rétabli.',
  'The role was deleted.': 'Le rôle a été supprimé.',
  'It would have expired at {0}.': 'Il aurait expiré le {0}.',
  'No token of this user matches.': 'Aucun jeton de cet utilisateur ne correspond.',
  'This token cannot be used; choose another.': 'Ce jeton ne peut pas être utilisé ; choisissez-en un autre.',
  'password must not be the email or the username of its account; choose another.':
    'password ne doit pas être l’adresse ni le nom d’utilisateur de son compte ; choisissez-en un autre.',
  'password is among the most common ones; choose another.':
    'password est parmi les plus courants ; choisissez-en un autre.',
  'current_password is required to change your own email or password.':
    'current_password est nécessaire pour changer votre adresse ou votre mot de passe.',
  'current_password is not your password.': 'current_password n’est pas votre mot de passe.',
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
  'Name a role or a permission, and not both.': 'Nommez un rôle ou une permission, et non les deux.',
}
