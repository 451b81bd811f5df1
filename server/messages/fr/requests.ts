/** Requests that cannot be read, and a service that cannot answer them. */
export const requests: Readonly<Record<string, string>> = {
  'There is no such route.{0}': 'Cette route n’existe pas.{0}',
  'There is no such page.': 'Cette page n’existe pas.',
  'The audit trail no longer has the event of this Last-Event-ID, or some after it. Ask GET /api/audit?per_page=1 for the newest entry, read again what you keep, and connect with the uuid of that entry.':
    'Le journal d’audit n’a plus l’événement de ce Last-Event-ID, ou d’autres après lui. Demandez l’entrée la plus récente à GET /api/audit?per_page=1, relisez ce que vous conservez, et connectez-vous avec l’uuid de cette entrée.',
  'This process serves {0} streams, the most it can. Try again in a while.':
    'Ce processus sert {0} flux, le maximum. Réessayez dans un moment.',
  'This process serves {0} streams of your account, the most for one account. Close one that is not needed, or try again in a while.':
    'Ce processus sert {0} flux de votre compte, le maximum pour un compte. Fermez-en un qui ne sert plus, ou réessayez dans un moment.',
  'There is no such file.': 'Ce fichier n’existe pas.',
  'This path supports {0}.': 'Ce chemin répond à {0}.',
  'This service is no proxy: it does not answer CONNECT.':
    'Ce service n’est pas un proxy : il ne répond pas à CONNECT.',
  'The path is not a valid URL.': 'Le chemin n’est pas une URL valide.',
  'The path is too long.': 'Le chemin est trop long.',
  'The path or the headers are too long.': 'Le chemin ou les en-têtes sont trop longs.',
  'The request is not valid HTTP.': 'La requête n’est pas du HTTP valide.',
  'The request cannot be read.': 'La requête ne peut pas être lue.',
  'The request took too long to arrive.': 'La requête a mis trop de temps à arriver.',
  'The header {0} can be sent only once.': 'L’en-tête {0} ne peut être envoyé qu’une fois.',
  'The header Expect can be 100-continue and nothing else.':
    'L’en-tête Expect ne peut être que 100-continue.',
  'The cookie {0} can be sent only once.': 'Le cookie {0} ne peut être envoyé qu’une seule fois.',
  'With the session cookie, this counts only from pages of {0}: the header Origin must say so. Other clients send a bearer token.':
    'Avec le cookie de session, cela ne vaut que depuis les pages de {0} : l’en-tête Origin doit l’indiquer. Les autres clients envoient un jeton Bearer.',
  'This changes something, so the session cookie does not count for {0}. Send it as POST, PUT, PATCH or DELETE, or with a bearer token.':
    'Cela modifie quelque chose : le cookie de session ne vaut donc pas pour {0}. Envoyez-le par POST, PUT, PATCH ou DELETE, ou avec un jeton Bearer.',
  'The header Host is missing.': 'L’en-tête Host manque.',
  'The header Host must be a host name or an address, with or without a port.':
    'L’en-tête Host doit être un nom d’hôte ou une adresse, avec ou sans port.',
  'At most {0} headers can be sent.': 'Au plus {0} en-têtes peuvent être envoyés.',
  'At most {0} parameters can be sent.': 'Au plus {0} paramètres peuvent être envoyés.',
  '{0} is nested too deeply.': '{0} est imbriqué trop profondément.',
  '{0} is not a usable name.': '{0} n’est pas un nom utilisable.',
  'reason must be a text.': 'reason doit être un texte.',
  '{0} may have at most {1} characters.': '{0} peut avoir au plus {1} caractères.',
  'X-Reason must be percent-encoded UTF-8.': 'X-Reason doit être de l’UTF-8 encodé en pour cent.',
  'The body must be an object of fields.': 'Le corps doit être un objet de champs.',
  'The body is larger than this service accepts.': 'Le corps est plus grand que ce service ne l’accepte.',
  'The body is not as long as Content-Length says.':
    'Le corps n’a pas la longueur qu’indique Content-Length.',
  'The body comes in more than {0} chunks.': 'Le corps arrive en plus de {0} fragments.',
  'The body is nested deeper than {0} levels.': 'Le corps est imbriqué sur plus de {0} niveaux.',
  'The body has more than {0} {1}.': 'Le corps a plus de {0} {1}.',
  'different names': 'noms différents',
  'objects and lists': 'objets et listes',
  values: 'valeurs',
  'The body is not valid JSON: {0}.': 'Le corps n’est pas du JSON valide (en anglais : {0}).',
  'it cannot be parsed': 'it cannot be parsed',
  'Send application/json, application/x-www-form-urlencoded or multipart/form-data.':
    'Envoyez du application/json, application/x-www-form-urlencoded ou multipart/form-data.',
  'Send the body uncompressed, without Content-Encoding.':
    'Envoyez le corps non compressé, sans Content-Encoding.',
  'Send the body uncompressed: Transfer-Encoding can be chunked and nothing else.':
    'Envoyez le corps non compressé : Transfer-Encoding ne peut être que chunked.',
  '{0} has text that is not UTF-8.': '{0} contient du texte qui n’est pas en UTF-8.',
  'The body': 'Le corps',
  'The query': 'La requête de l’adresse',
  'A part of the body': 'Une partie du corps',
  'Send the body in UTF-8.': 'Envoyez le corps en UTF-8.',
  'Send each part in UTF-8.': 'Envoyez chaque partie en UTF-8.',
  'Send each part without Content-Transfer-Encoding.':
    'Envoyez chaque partie sans Content-Transfer-Encoding.',
  'A multipart body can have at most {0} parts.': 'Un corps multipart a au plus {0} parties.',
  'The multipart body is malformed.': 'Le corps multipart est mal formé.',
  'This operation takes no files.': 'Cette opération n’accepte pas de fichiers.',
  'A text has a character that cannot be stored: U+0000.':
    'Un texte contient un caractère qui ne peut pas être enregistré : U+0000.',
  'Idempotency-Key must be 1 to 255 visible ASCII characters.':
    'Idempotency-Key doit avoir de 1 à 255 caractères ASCII visibles.',
  'This Idempotency-Key was used for another request; make a new one.':
    'Cette Idempotency-Key a servi à une autre requête ; faites-en une nouvelle.',
  'This request was carried out, and its response is shown only once. Revoke the token that it created, and create another.':
    'Cela a été exécuté, et la réponse n’est pas montrée une seconde fois. Révoquez ce qui a été créé, et recommencez.',
  'The client closed the connection before this was begun; nothing was changed.':
    'Le client a fermé la connexion avant le début de l’opération ; rien n’a été modifié.',
  'The service is overloaded. Try again in a moment.':
    'Le service est surchargé ; réessayez dans un instant.',
  'The service is overloaded: it has refused every request for some seconds.':
    'Toutes les requêtes sont refusées depuis quelques secondes : il y en a trop.',
  'The service is starting.': 'Le service démarre.',
  'The service is stopping.': 'Le service s’arrête.',
  'The database cannot be used.': 'La base de données est inutilisable.',
  'The database cannot be used: {0}.': 'La base de données est inutilisable (en anglais : {0}).',
  'The database cannot be used now.': 'La base de données est inutilisable en ce moment.',
  'Something went wrong on our side. The request id helps to find it in the logs.':
    'Une erreur s’est produite de notre côté. L’identifiant de la requête aide à la retrouver dans les journaux.',
  'This database has not reached that position: it is another one, or was restored to an earlier state. Read without it.':
    'Cette base de données n’a pas atteint cette position : c’en est une autre, ou elle a été restaurée à un état antérieur. Lisez sans elle.',
  "This process can't tell whether it has reached that position. Try again.":
    'Ce processus ne peut pas dire s’il a atteint cette position. Réessayez.',
  'X-At-Least must be the X-Position of an answer.': 'X-At-Least doit être le X-Position d’une réponse.',
}
