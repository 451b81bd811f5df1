/** Writing records and links, and what forbids it. */
export const records: Readonly<Record<string, string>> = {
  'No {0} matches.': '{0:Aucun|Aucune} {0} ne correspond.',
  'No {0} matches.{1}': '{0:Aucun|Aucune} {0} ne correspond.{1}',
  'No soft-deleted {0} matches.': '{0:Aucun|Aucune} {0} de la corbeille ne correspond.',
  'This matches several {0}; a write must match exactly one.':
    'Plusieurs {0} correspondent ; une écriture doit en désigner {0:un seul|une seule}.',
  'This matches more than ten {0}, first those with the ids {1}; a write must match exactly one.':
    'Plus de dix {0} correspondent, dont les premiers ids sont {1} ; une écriture doit en désigner {0:un seul|une seule}.',
  'This matches {0} {1}, with the ids {2}; a write must match exactly one.':
    '{0} {1} correspondent (ids {2}) ; une écriture doit en désigner {1:un seul|une seule}.',
  '{0} does not match an existing {1}.{2}': '{0} ne désigne {1:aucun|aucune} {1} hors de la corbeille.{2}',
  'id does not match an existing {0}.': 'id ne désigne {0:aucun|aucune} {0} hors de la corbeille.',
  '{0} does not match an existing role.{1}': '{0} ne désigne aucun rôle hors de la corbeille.{1}',
  '{0} does not match an existing permission.{1}':
    '{0} ne désigne aucune permission hors de la corbeille.{1}',
  '{0} contradicts changes.{1}.': '{0} contredit changes.{1}.',
  '{0} is not linked; only existing links can be changed.':
    '{0} n’est pas lié ; seuls les liens existants peuvent être modifiés.',
  'Another {0} already has this {1}.': '{0:Un autre|Une autre} {0} a déjà la même valeur pour {1}.',
  'Another record took one of these values at the same moment.':
    'Un autre enregistrement a pris l’une de ces valeurs au même moment.',
  'Others changed the same records at the same moment. Try again.':
    'D’autres ont modifié les mêmes enregistrements au même moment. Réessayez.',
  'No delivery of this webhook matches.': 'Aucun envoi de ce webhook ne correspond.',
  'The webhook is inactive; activate it first.': 'Le webhook est inactif ; activez-le d’abord.',
  '{0} of them wait already; wait for their result.': '{0} attendent déjà ; attendez leur résultat.',
  'The secret of this webhook cannot be opened any more. Rotate it first.':
    'Le secret de ce webhook ne peut plus être lu. Renouvelez-le d’abord.',
  'The record has changed since it was read; read it again.':
    'L’enregistrement a changé depuis sa lecture ; relisez-le.',
  'Calculating which users are affected took too long; change the permissions of fewer roles at once.':
    'Compter qui gagne et qui perd a pris trop de temps ; changez les permissions de moins de rôles à la fois.',
  'The body must be an array of items.': 'Le corps doit être un tableau d’éléments.',
  'Name at least one.': 'Nommez-en au moins un.',
  'Name at least one change.': 'Indiquez au moins un changement.',
  'Name at least one id: ids=1,2 or {"ids": [1, 2]}.': 'Nommez au moins un id : ids=1,2 ou {"ids": [1, 2]}.',
  'Name at least one member.': 'Nommez au moins un membre.',
  'Name at least one member, or send all=true to remove all.':
    'Nommez au moins un membre, ou envoyez all=true pour les retirer tous.',
  'Name at least one member, or send [] for none.': 'Nommez au moins un membre, ou envoyez [] pour aucun.',
  'Name members or send all=true, not both.': 'Nommez des membres ou envoyez all=true, et non les deux.',
  'Name exactly one record.': 'Nommez exactement un enregistrement.',
  'At most {0} items at once.': 'Au plus {0} éléments à la fois.',
  'At most {0} members can be named at once.': 'Au plus {0} membres peuvent être nommés à la fois.',
  'Item {0} must be an id or a uuid.': 'L’élément {0} doit être un id ou un uuid.',
  'Only members that are linked already can be changed.':
    'Seuls les membres déjà liés peuvent être modifiés.',
  'This relation has no is_active or expires_at.': 'Cette relation n’a ni is_active ni expires_at.',
  "A {0} can't be without its {1}; set another instead.":
    '{0:Un|Une} {0} ne peut pas rester sans {1} ; choisissez-en un autre à la place.',
  "A {0} can't be its own ancestor.":
    '{0:Un|Une} {0} ne peut pas être {0:placé|placée} sous {0:lui-même|elle-même}.',
  'This {0} has {1}. Send cascade=true to delete them too.':
    'Ce {0} ne peut pas être supprimé seul : {1}. cascade=true les emporte.',
  'This {0} has {1}, including soft-deleted ones; delete those permanently first.':
    'Ce {0} ne peut pas être supprimé seul : {1}, corbeille comprise ; supprimez d’abord ceux-là définitivement.',
  'records below it': 'il y a des enregistrements dessous',
  '1 record below it': 'il y a 1 enregistrement dessous',
  '{0} records below it': 'il y a {0} enregistrements dessous',
  'Its parent is soft-deleted; restore that first.':
    'Son parent est dans la corbeille ; restaurez-le d’abord.',
  'A parent is soft-deleted; restore that first.': 'Un parent est dans la corbeille ; restaurez-le d’abord.',
  'Its taxonomy type is soft-deleted; restore that first.':
    'Son type de taxonomie est dans la corbeille ; restaurez-le d’abord.',
  'A parent must be of the same type, or of the parent type of its type.':
    'Un parent doit être du même type, ou du type parent de son type.',
  'The terms below it are not allowed under a term of that type.':
    'Les termes placés dessous ne pourraient pas l’être sous un terme de ce type.',
  'Terms of this type are placed under terms of its parent type; move them first.':
    'Des termes de ce type sont placés sous des termes de son type parent ; déplacez-les d’abord.',
  "A term can't be its own ancestor.": 'Un terme ne peut pas être placé sous lui-même.',
  "A term can't be merged into itself.": 'Un terme ne se fusionne pas avec lui-même.',
  "A term can't be merged into one of its descendants.":
    'Un terme ne se fusionne pas dans un terme placé sous lui.',
  "Terms of different types can't be merged.": 'Des termes de types différents ne se fusionnent pas.',
  'A term with the name {0} already exists there.': 'Un autre terme y porte le nom {0}.',
  'parent is required; null for none.': 'parent est obligatoire ; null pour aucun.',
  'Send exactly one of {0}, which says on which records to act.':
    'Envoyez un seul paramètre parmi {0} : il dit sur quels enregistrements agir.',
  '{0} narrows a list; send it only with matching=true.':
    '{0} restreint une liste ; ne l’envoyez qu’avec matching=true.',
  '{0} is not a parameter of the list of {1}.': '{0} n’est pas un paramètre de cette liste ({1}).',
  'Several soft-deleted {0} have this address; name one by its id.':
    'Plusieurs enregistrements de la corbeille ({0}) ont cette adresse ; désignez-en un par son id.',
  'expires_at must lie in the future.': 'expires_at doit être dans le futur.',
  'expires_at is the end of roles; name roles too.':
    'expires_at est la fin de rôles ; désignez aussi des rôles (roles).',
  'expires_at is required; null means without an end.':
    'expires_at est obligatoire ; null signifie sans fin.',
  'Item {0} has the same {1}.': 'La ligne {0} a déjà ce champ : {1}.',
  "A term can't be placed beside itself.": 'Un terme ne se place pas à côté de lui-même.',
  'Send before or after, not both.': 'Envoyez before ou after, pas les deux.',
  '{0} must be a term of the same type.': '{0} doit être un terme du même type.',
  '{0} must be a term below the same parent.': '{0} doit être un terme placé sous le même parent.',
  'More than {0} terms before this place were never placed. Place the term further up first.':
    'Plus de {0} termes qui précèdent cette place n’ont jamais été placés. Placez d’abord le terme plus haut.',
  'The outline names no term.': 'Le plan ne nomme aucun terme.',
  'Line {0}: {1}': 'Ligne {0} : {1}',
  'it has no name.': 'elle n’a pas de nom.',
  'a name has at most {0} characters.': 'un nom a au plus {0} caractères.',
  'an outline has at most {0} levels.': 'un plan a au plus {0} niveaux.',
  'an outline has at most {0} terms.': 'un plan a au plus {0} termes.',
  'the name must {0}.': 'le nom doit {0}.',
  'it is indented by tabs and others by spaces; use one of them.':
    'elle est en retrait par des tabulations et d’autres par des espaces ; utilisez l’un des deux.',
  'it is indented less than the first line.': 'elle est moins en retrait que la première ligne.',
  'its indentation matches no line above it.': 'son retrait ne correspond à aucune ligne qui la précède.',
  'a permission is an object of fields.': 'une permission est un objet de champs.',
}
