/** What a caller may not do. */
export const access: Readonly<Record<string, string>> = {
  'This needs': 'Cela exige',
  This: 'Cela',
  '{0} needs': '{0} exige',
  '{0} the permission {1}.': '{0} la permission {1}.',
  '{0} needs every permission there is, which only the role {1} holds.':
    '{0} exige toutes les permissions qui existent, que seul le rôle {1} détient.',
  '{0} needs all permissions of the user, for at least as long. You hold them until {1}.':
    '{0} exige toutes les permissions de l’utilisateur, pour aussi longtemps au moins. Vous les détenez jusqu’au {1}.',
  "You hold {0} until {1}; you can't grant it for longer.":
    'Vous détenez {0} jusqu’au {1} ; ceci l’accorderait pour plus longtemps.',
  'You hold {0} until {1}. Set expires_at of the link to that time or earlier.':
    'Vous détenez {0} jusqu’au {1}. Ne l’accordez pas au-delà : indiquez expires_at du lien.',
  'all that the role {0} gives': 'tout ce que donne le rôle {0}',
  'the permission {0}': 'la permission {0}',
  'this permission': 'cette permission',
  'Changing this user': 'La modification de cet utilisateur',
  'Changing these users': 'La modification de ces utilisateurs',
  'Changing this role': 'La modification de ce rôle',
  'Changing {0} needs': 'La modification de {0} exige',
  'Assigning the role {0}': 'L’attribution du rôle {0}',
  'Assigning or removing the role {0}': 'L’attribution ou le retrait du rôle {0}',
  'Assigning roles needs': 'L’attribution de rôles exige',
  'Deleting this permission': 'La suppression de cette permission',
  'Restoring this permission': 'La restauration de cette permission',
  'Setting the email or password of this user':
    'La modification de l’adresse ou du mot de passe de cet utilisateur',
  'Activating this user': 'L’activation de cet utilisateur',
  'Restoring this user': 'La restauration de cet utilisateur',
  'Deleting this term': 'La suppression de ce terme',
  'Restoring this term': 'La restauration de ce terme',
  'Merging this term': 'La fusion de ce terme',
  'Deleting this type with its terms': 'La suppression de ce type avec ses termes',
  'Restoring this type with its terms': 'La restauration de ce type avec ses termes',
  '{0} changes {1} more than you, so it': '{0} touche {1} plus que vous, ce qui',
  'users who hold': 'des utilisateurs qui détiennent',
  'a user who holds': 'un utilisateur qui détient',
  '{0} users who hold': '{0} utilisateurs qui détiennent',
  'Using {0} needs': 'L’utilisation de {0} exige',
  'Setting {0} needs': 'Le choix de {0} exige',
  '{0} and {1}': '{0} et {1}',
  'Assigning a token needs': 'L’attribution d’un jeton exige',
  'Making this token needs': 'La création de ce jeton exige',
  'This is the last active super administrator; make another one first.':
    'C’est le dernier super-administrateur actif ; nommez-en d’abord un autre.',
  'The role {0} holds every permission; none can be removed from it.':
    'Le rôle {0} détient toutes les permissions ; aucune ne peut lui être retirée.',
  "The role {0} can't be {1}.": 'Le rôle {0} ne peut pas être {1}.',
  'renamed or deactivated': 'renommé ni désactivé',
  deleted: 'supprimé',
  'A limited token, or one that another user made, can only create limited tokens: name the permissions.':
    'Un jeton limité n’en crée que de limités, et de même un jeton créé par quelqu’un d’autre : nommez les permissions.',
  'This token was made with a token that somebody made for another user. It cannot make further tokens.':
    'Ce jeton a été créé avec un jeton que quelqu’un a fait pour un autre utilisateur. Il ne peut pas en créer d’autres.',
  'Other users can make at most {0} active tokens for a user; revoke one that is not needed.':
    'Au plus {0} des jetons valides d’un utilisateur sont créés par d’autres ; révoquez-en un qui ne sert plus.',
  'A user has at most {0} active tokens, one of them reserved for signing in; revoke one that is not needed.':
    'Un utilisateur a au plus {0} jetons valides, dont un réservé à la connexion ; révoquez-en un qui ne sert plus.',
  'The user does not hold a permission {0}.{1}': 'L’utilisateur ne détient aucune permission {0}.{1}',
}
