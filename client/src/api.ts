/** Made by openapi-typescript of api/openapi.json: `npm run generate -w client`. */

export interface paths {
    "/api/signin": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Each sign-in makes a new token; several devices stay signed in.
         *
         *     Needs no token.
         */
        post: operations["signin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/signup": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description By the setting SIGNUP: an active user at once, a registration to verify, or refused.
         *
         *     Needs no token.
         */
        post: operations["signup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/signout": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Revokes the token in use.
         *
         *     For everyone who is signed in.
         */
        post: operations["signout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Who am I, and what may I do?
         * @description The caller, their roles and permissions in force, and for each resource what they may do.
         *
         *     For everyone who is signed in.
         */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/setup": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the first administrator
         * @description With the code of the setup link that a first start prints. Works once, while there are no users.
         *
         *     Needs no token.
         */
        post: operations["setup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations/create": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Create a registration
         * @description Create a registration.
         *
         *     Needs `can-create-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsCreate"];
        put?: never;
        /**
         * Create a registration
         * @description Create a registration.
         *
         *     Needs `can-create-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["registrationsCreatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List registrations
         * @description Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsList"];
        /**
         * Change many registrations
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["registrationsUpdateMany"];
        /**
         * Create many registrations; or create a registration; or list registrations
         * @description The body is an array of at most 1000 items. All are created, or none.
         *
         *     Needs `can-create-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         *
         *     Or: Create a registration.
         *
         *     Needs `can-create-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         *
         *     Or: Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["registrationsListPost"];
        /**
         * Soft-delete many registrations
         * @description `{"ids": […]}`, an array, or `ids=1,2`: at most 1000 ids or uuids. All are deleted, or none.
         *
         *     Needs `can-delete-registrations`.
         */
        delete: operations["registrationsDeleteMany"];
        options?: never;
        head?: never;
        /**
         * Change many registrations
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["registrationsUpdateManyPatch"];
        trace?: never;
    };
    "/api/registrations/{id}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Get a registration by id
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsGet"];
        /**
         * Update a registration by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["registrationsChange"];
        post?: never;
        /**
         * Delete a registration permanently
         * @description Live or soft-deleted. Its own links go with it; references to it become null.
         *
         *     Needs `can-delete-registrations` and `can-delete-permanently`.
         */
        delete: operations["registrationsDestroy"];
        options?: never;
        head?: never;
        /**
         * Update a registration by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["registrationsChangePatch"];
        trace?: never;
    };
    "/api/registrations/{column}/{value}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Get a registration
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsRead"];
        put?: never;
        /**
         * Get a registration
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["registrationsReadPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations/{column}/{value}/update": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Update a registration
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsUpdate"];
        put?: never;
        /**
         * Update a registration
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["registrationsUpdatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations/{column}/{value}/delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Soft-delete a registration
         * @description Soft-delete a registration.
         *
         *     Needs `can-delete-registrations`.
         */
        get: operations["registrationsDelete"];
        put?: never;
        /**
         * Soft-delete a registration
         * @description Soft-delete a registration.
         *
         *     Needs `can-delete-registrations`.
         */
        post: operations["registrationsDeletePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations/{column}/{value}/restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Restore a soft-deleted registration
         * @description Restore a soft-deleted registration.
         *
         *     Needs `can-restore-records` and `can-delete-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsRestore"];
        put?: never;
        /**
         * Restore a soft-deleted registration
         * @description Restore a soft-deleted registration.
         *
         *     Needs `can-restore-records` and `can-delete-registrations`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["registrationsRestorePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations/{column}/{value}/create-user": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Create a user from a registration
         * @description Copies its fields and password, links both ways and gives the role `registered`. Once only.
         *
         *     Needs `can-create-users` and `can-update-registrations`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsCreateUser"];
        put?: never;
        /**
         * Create a user from a registration
         * @description Copies its fields and password, links both ways and gives the role `registered`. Once only.
         *
         *     Needs `can-create-users` and `can-update-registrations`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["registrationsCreateUserPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations/{id}/relationships/user": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the user of a registration
         * @description Read the user of a registration.
         *
         *     Needs `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsRelationshipsUser"];
        /**
         * Set the user of a registration
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-registrations` and `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["registrationsRelationshipsUserPut"];
        /**
         * Set the user of a registration
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-registrations` and `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["registrationsRelationshipsUserPost"];
        /**
         * Clear the user of a registration
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-registrations` and `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        delete: operations["registrationsRelationshipsUserDelete"];
        options?: never;
        head?: never;
        /**
         * Set the user of a registration
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-registrations` and `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["registrationsRelationshipsUserPatch"];
        trace?: never;
    };
    "/api/registrations/{id}/relationships/invited_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the invited_by of a registration
         * @description Read the invited_by of a registration.
         *
         *     Needs `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsRelationshipsInvitedBy"];
        /**
         * Set the invited_by of a registration
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-registrations` and `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["registrationsRelationshipsInvitedByPut"];
        /**
         * Set the invited_by of a registration
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-registrations` and `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["registrationsRelationshipsInvitedByPost"];
        /**
         * Clear the invited_by of a registration
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-registrations` and `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        delete: operations["registrationsRelationshipsInvitedByDelete"];
        options?: never;
        head?: never;
        /**
         * Set the invited_by of a registration
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-registrations` and `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["registrationsRelationshipsInvitedByPatch"];
        trace?: never;
    };
    "/api/registrations/{id}/relationships/created_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the created_by of a registration
         * @description Read the created_by of a registration.
         *
         *     Needs `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsRelationshipsCreatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations/{id}/relationships/updated_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the updated_by of a registration
         * @description Read the updated_by of a registration.
         *
         *     Needs `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsRelationshipsUpdatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/registrations/{id}/relationships/deleted_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the deleted_by of a registration
         * @description Read the deleted_by of a registration.
         *
         *     Needs `can-read-registrations` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["registrationsRelationshipsDeletedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/create": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Create a user
         * @description Create a user.
         *
         *     Needs `can-create-users`.
         *
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersCreate"];
        put?: never;
        /**
         * Create a user
         * @description Create a user.
         *
         *     Needs `can-create-users`.
         *
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersCreatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersList"];
        /**
         * Change many users
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["usersUpdateMany"];
        /**
         * Create many users; or create a user; or list users
         * @description The body is an array of at most 1000 items. All are created, or none.
         *
         *     Needs `can-create-users`.
         *
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         *
         *     Or: Create a user.
         *
         *     Needs `can-create-users`.
         *
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         *
         *     Or: Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersListPost"];
        /**
         * Soft-delete many users
         * @description `{"ids": […]}`, an array, or `ids=1,2`: at most 1000 ids or uuids. All are deleted, or none.
         *
         *     Needs `can-delete-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         */
        delete: operations["usersDeleteMany"];
        options?: never;
        head?: never;
        /**
         * Change many users
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["usersUpdateManyPatch"];
        trace?: never;
    };
    "/api/users/{id}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Get a user by id
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersGet"];
        /**
         * Update a user by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Of their own record they change all but its status and what only administrators set.
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["usersChange"];
        post?: never;
        /**
         * Delete a user permanently
         * @description Live or soft-deleted. Its own links go with it; references to it become null.
         *
         *     Needs `can-delete-users` and `can-delete-permanently`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         */
        delete: operations["usersDestroy"];
        options?: never;
        head?: never;
        /**
         * Update a user by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Of their own record they change all but its status and what only administrators set.
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["usersChangePatch"];
        trace?: never;
    };
    "/api/users/{column}/{value}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Get a user
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRead"];
        put?: never;
        /**
         * Get a user
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersReadPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/update": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Update a user
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Of their own record they change all but its status and what only administrators set.
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersUpdate"];
        put?: never;
        /**
         * Update a user
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Of their own record they change all but its status and what only administrators set.
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Setting `api_token` needs `can-assign-api-tokens` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersUpdatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Soft-delete a user
         * @description Soft-delete a user.
         *
         *     Needs `can-delete-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         */
        get: operations["usersDelete"];
        put?: never;
        /**
         * Soft-delete a user
         * @description Soft-delete a user.
         *
         *     Needs `can-delete-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         */
        post: operations["usersDeletePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Restore a soft-deleted user
         * @description Restore a soft-deleted user.
         *
         *     Needs `can-restore-records` and `can-delete-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRestore"];
        put?: never;
        /**
         * Restore a soft-deleted user
         * @description Restore a soft-deleted user.
         *
         *     Needs `can-restore-records` and `can-delete-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersRestorePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/roles": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the roles of a user
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-users` and `can-read-roles`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRoles"];
        put?: never;
        /**
         * List the roles of a user
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-users` and `can-read-roles`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersRolesPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/permissions": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the permissions of a user
         * @description Each carries `pivot`, the link through which it was read. Only what is in force now.
         *
         *     Needs `can-read-users` and `can-read-permissions`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - `explain=true` names roles: of others it needs `can-read-roles` and `can-read-permissions` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersPermissions"];
        put?: never;
        /**
         * List the permissions of a user
         * @description Each carries `pivot`, the link through which it was read. Only what is in force now.
         *
         *     Needs `can-read-users` and `can-read-permissions`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - `explain=true` names roles: of others it needs `can-read-roles` and `can-read-permissions` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersPermissionsPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/taxonomies": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the taxonomies of a user
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-users` and `can-read-taxonomies`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersTaxonomies"];
        put?: never;
        /**
         * List the taxonomies of a user
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-users` and `can-read-taxonomies`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersTaxonomiesPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/roles/{slug}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
                /** @description Its slug. */
                slug: string;
            };
            cookie?: never;
        };
        /**
         * Does a user have a role?
         * @description `data` is true or false. An unknown role is false; an unknown user is 404.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         */
        get: operations["usersHasRole"];
        put?: never;
        /**
         * Does a user have a role?
         * @description `data` is true or false. An unknown role is false; an unknown user is 404.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         */
        post: operations["usersHasRolePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/permissions/{slug}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
                /** @description Its slug. */
                slug: string;
            };
            cookie?: never;
        };
        /**
         * Does a user have a permission?
         * @description `data` is true or false. An unknown permission is false; an unknown user is 404.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - `explain=true` names roles: of others it needs `can-read-roles` and `can-read-permissions` too.
         */
        get: operations["usersHasPermission"];
        put?: never;
        /**
         * Does a user have a permission?
         * @description `data` is true or false. An unknown permission is false; an unknown user is 404.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - `explain=true` names roles: of others it needs `can-read-roles` and `can-read-permissions` too.
         */
        post: operations["usersHasPermissionPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/checks": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check many roles and permissions
         * @description The body is an array of at most 1000 questions `{user, role}` or `{user, permission}`; `results` has their answers, in the same order.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         */
        post: operations["usersChecks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/relationships/roles": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the roles of a user
         * @description Read the roles of a user.
         *
         *     Needs `can-read-users` and `can-read-roles`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRelationshipsRoles"];
        /**
         * Replace the roles of a user
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-roles` and `can-read-users` and `can-read-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["usersRelationshipsRolesPut"];
        /**
         * Add to the roles of a user
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-roles` and `can-read-users` and `can-read-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersRelationshipsRolesPost"];
        /**
         * Take from the roles of a user
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-roles` and `can-read-users` and `can-read-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        delete: operations["usersRelationshipsRolesDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the roles of a user
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-roles` and `can-read-users` and `can-read-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["usersRelationshipsRolesPatch"];
        trace?: never;
    };
    "/api/users/{id}/relationships/permissions": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the permissions of a user
         * @description Read the permissions of a user.
         *
         *     Needs `can-read-users` and `can-read-permissions`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - `explain=true` names roles: of others it needs `can-read-roles` and `can-read-permissions` too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRelationshipsPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/relationships/taxonomies": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the taxonomies of a user
         * @description Read the taxonomies of a user.
         *
         *     Needs `can-read-users` and `can-read-taxonomies`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRelationshipsTaxonomies"];
        /**
         * Replace the taxonomies of a user
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-users` and `can-read-users` and `can-read-taxonomies`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["usersRelationshipsTaxonomiesPut"];
        /**
         * Add to the taxonomies of a user
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-users` and `can-read-users` and `can-read-taxonomies`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersRelationshipsTaxonomiesPost"];
        /**
         * Take from the taxonomies of a user
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-users` and `can-read-users` and `can-read-taxonomies`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        delete: operations["usersRelationshipsTaxonomiesDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the taxonomies of a user
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-users` and `can-read-users` and `can-read-taxonomies`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["usersRelationshipsTaxonomiesPatch"];
        trace?: never;
    };
    "/api/users/{id}/relationships/registration": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the registration of a user
         * @description Read the registration of a user.
         *
         *     Needs `can-read-users` and `can-read-registrations`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRelationshipsRegistration"];
        /**
         * Set the registration of a user
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-users` and `can-read-users` and `can-read-registrations`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["usersRelationshipsRegistrationPut"];
        /**
         * Set the registration of a user
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-users` and `can-read-users` and `can-read-registrations`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersRelationshipsRegistrationPost"];
        /**
         * Clear the registration of a user
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-users` and `can-read-users` and `can-read-registrations`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        delete: operations["usersRelationshipsRegistrationDelete"];
        options?: never;
        head?: never;
        /**
         * Set the registration of a user
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-users` and `can-read-users` and `can-read-registrations`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["usersRelationshipsRegistrationPatch"];
        trace?: never;
    };
    "/api/users/{id}/relationships/invited_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the invited_by of a user
         * @description Read the invited_by of a user.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRelationshipsInvitedBy"];
        /**
         * Set the invited_by of a user
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-users` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["usersRelationshipsInvitedByPut"];
        /**
         * Set the invited_by of a user
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-users` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["usersRelationshipsInvitedByPost"];
        /**
         * Clear the invited_by of a user
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-users` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        delete: operations["usersRelationshipsInvitedByDelete"];
        options?: never;
        head?: never;
        /**
         * Set the invited_by of a user
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-users` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["usersRelationshipsInvitedByPatch"];
        trace?: never;
    };
    "/api/users/{id}/relationships/created_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the created_by of a user
         * @description Read the created_by of a user.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRelationshipsCreatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/relationships/updated_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the updated_by of a user
         * @description Read the updated_by of a user.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRelationshipsUpdatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{id}/relationships/deleted_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the deleted_by of a user
         * @description Read the deleted_by of a user.
         *
         *     Needs `can-read-users`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["usersRelationshipsDeletedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/create": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Create a role
         * @description Create a role.
         *
         *     Needs `can-create-roles`.
         */
        get: operations["rolesCreate"];
        put?: never;
        /**
         * Create a role
         * @description Create a role.
         *
         *     Needs `can-create-roles`.
         */
        post: operations["rolesCreatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-roles`.
         */
        get: operations["rolesList"];
        /**
         * Change many roles
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        put: operations["rolesUpdateMany"];
        /**
         * Create many roles; or create a role; or list roles
         * @description The body is an array of at most 1000 items. All are created, or none.
         *
         *     Needs `can-create-roles`.
         *
         *     Or: Create a role.
         *
         *     Needs `can-create-roles`.
         *
         *     Or: Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-roles`.
         */
        post: operations["rolesListPost"];
        /**
         * Soft-delete many roles
         * @description `{"ids": […]}`, an array, or `ids=1,2`: at most 1000 ids or uuids. All are deleted, or none.
         *
         *     Needs `can-delete-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        delete: operations["rolesDeleteMany"];
        options?: never;
        head?: never;
        /**
         * Change many roles
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        patch: operations["rolesUpdateManyPatch"];
        trace?: never;
    };
    "/api/roles/{id}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Get a role by id
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-roles`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["rolesGet"];
        /**
         * Update a role by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        put: operations["rolesChange"];
        post?: never;
        /**
         * Delete a role permanently
         * @description Live or soft-deleted. Its own links go with it; references to it become null.
         *
         *     Needs `can-delete-roles` and `can-delete-permanently`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        delete: operations["rolesDestroy"];
        options?: never;
        head?: never;
        /**
         * Update a role by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        patch: operations["rolesChangePatch"];
        trace?: never;
    };
    "/api/roles/{column}/{value}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Get a role
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-roles`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["rolesRead"];
        put?: never;
        /**
         * Get a role
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-roles`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["rolesReadPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{column}/{value}/update": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Update a role
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        get: operations["rolesUpdate"];
        put?: never;
        /**
         * Update a role
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        post: operations["rolesUpdatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{column}/{value}/delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Soft-delete a role
         * @description Soft-delete a role.
         *
         *     Needs `can-delete-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        get: operations["rolesDelete"];
        put?: never;
        /**
         * Soft-delete a role
         * @description Soft-delete a role.
         *
         *     Needs `can-delete-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        post: operations["rolesDeletePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{column}/{value}/restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Restore a soft-deleted role
         * @description Restore a soft-deleted role.
         *
         *     Needs `can-restore-records` and `can-delete-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        get: operations["rolesRestore"];
        put?: never;
        /**
         * Restore a soft-deleted role
         * @description Restore a soft-deleted role.
         *
         *     Needs `can-restore-records` and `can-delete-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        post: operations["rolesRestorePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{column}/{value}/users": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the users of a role
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-roles` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["rolesUsers"];
        put?: never;
        /**
         * List the users of a role
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-roles` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["rolesUsersPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{column}/{value}/permissions": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the permissions of a role
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-roles` and `can-read-permissions`.
         */
        get: operations["rolesPermissions"];
        put?: never;
        /**
         * List the permissions of a role
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-roles` and `can-read-permissions`.
         */
        post: operations["rolesPermissionsPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{id}/relationships/users": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the users of a role
         * @description Read the users of a role.
         *
         *     Needs `can-read-roles` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["rolesRelationshipsUsers"];
        /**
         * Replace the users of a role
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-roles` and `can-read-roles` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["rolesRelationshipsUsersPut"];
        /**
         * Add to the users of a role
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-roles` and `can-read-roles` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["rolesRelationshipsUsersPost"];
        /**
         * Take from the users of a role
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-roles` and `can-read-roles` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        delete: operations["rolesRelationshipsUsersDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the users of a role
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-roles` and `can-read-roles` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The last active super administrator stays one: 409.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["rolesRelationshipsUsersPatch"];
        trace?: never;
    };
    "/api/roles/{id}/relationships/permissions": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the permissions of a role
         * @description Read the permissions of a role.
         *
         *     Needs `can-read-roles` and `can-read-permissions`.
         */
        get: operations["rolesRelationshipsPermissions"];
        /**
         * Replace the permissions of a role
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-permissions` and `can-read-roles` and `can-read-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        put: operations["rolesRelationshipsPermissionsPut"];
        /**
         * Add to the permissions of a role
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-permissions` and `can-read-roles` and `can-read-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        post: operations["rolesRelationshipsPermissionsPost"];
        /**
         * Take from the permissions of a role
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-permissions` and `can-read-roles` and `can-read-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        delete: operations["rolesRelationshipsPermissionsDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the permissions of a role
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-permissions` and `can-read-roles` and `can-read-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        patch: operations["rolesRelationshipsPermissionsPatch"];
        trace?: never;
    };
    "/api/roles/{id}/relationships/created_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the created_by of a role
         * @description Read the created_by of a role.
         *
         *     Needs `can-read-roles` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["rolesRelationshipsCreatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{id}/relationships/updated_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the updated_by of a role
         * @description Read the updated_by of a role.
         *
         *     Needs `can-read-roles` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["rolesRelationshipsUpdatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/roles/{id}/relationships/deleted_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the deleted_by of a role
         * @description Read the deleted_by of a role.
         *
         *     Needs `can-read-roles` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["rolesRelationshipsDeletedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List permissions
         * @description Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-permissions`.
         */
        get: operations["permissionsList"];
        put?: never;
        /**
         * List permissions
         * @description Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-permissions`.
         */
        post: operations["permissionsListPost"];
        /**
         * Soft-delete many permissions
         * @description `{"ids": […]}`, an array, or `ids=1,2`: at most 1000 ids or uuids. All are deleted, or none.
         *
         *     Needs `can-delete-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        delete: operations["permissionsDeleteMany"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{id}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Get a permission by id
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-permissions`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["permissionsGet"];
        put?: never;
        post?: never;
        /**
         * Delete a permission permanently
         * @description Live or soft-deleted. Its own links go with it; references to it become null.
         *
         *     Needs `can-delete-permissions` and `can-delete-permanently`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        delete: operations["permissionsDestroy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{column}/{value}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Get a permission
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-permissions`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["permissionsRead"];
        put?: never;
        /**
         * Get a permission
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-permissions`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["permissionsReadPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{column}/{value}/delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Soft-delete a permission
         * @description Soft-delete a permission.
         *
         *     Needs `can-delete-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        get: operations["permissionsDelete"];
        put?: never;
        /**
         * Soft-delete a permission
         * @description Soft-delete a permission.
         *
         *     Needs `can-delete-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        post: operations["permissionsDeletePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{column}/{value}/restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Restore a soft-deleted permission
         * @description Restore a soft-deleted permission.
         *
         *     Needs `can-restore-records` and `can-delete-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        get: operations["permissionsRestore"];
        put?: never;
        /**
         * Restore a soft-deleted permission
         * @description Restore a soft-deleted permission.
         *
         *     Needs `can-restore-records` and `can-delete-permissions`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        post: operations["permissionsRestorePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{column}/{value}/roles": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the roles of a permission
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-permissions` and `can-read-roles`.
         */
        get: operations["permissionsRoles"];
        put?: never;
        /**
         * List the roles of a permission
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-permissions` and `can-read-roles`.
         */
        post: operations["permissionsRolesPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{column}/{value}/users": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the users of a permission
         * @description Each carries `pivot`, the link through which it was read. Only what is in force now.
         *
         *     Needs `can-read-permissions` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["permissionsUsers"];
        put?: never;
        /**
         * List the users of a permission
         * @description Each carries `pivot`, the link through which it was read. Only what is in force now.
         *
         *     Needs `can-read-permissions` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["permissionsUsersPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{id}/relationships/roles": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the roles of a permission
         * @description Read the roles of a permission.
         *
         *     Needs `can-read-permissions` and `can-read-roles`.
         */
        get: operations["permissionsRelationshipsRoles"];
        /**
         * Replace the roles of a permission
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-permissions` and `can-read-permissions` and `can-read-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        put: operations["permissionsRelationshipsRolesPut"];
        /**
         * Add to the roles of a permission
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-permissions` and `can-read-permissions` and `can-read-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        post: operations["permissionsRelationshipsRolesPost"];
        /**
         * Take from the roles of a permission
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-permissions` and `can-read-permissions` and `can-read-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        delete: operations["permissionsRelationshipsRolesDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the roles of a permission
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-assign-permissions` and `can-read-permissions` and `can-read-roles`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - The role `super-administrator` is not renamed, deactivated, deleted or stripped of a permission: 409.
         */
        patch: operations["permissionsRelationshipsRolesPatch"];
        trace?: never;
    };
    "/api/permissions/{id}/relationships/users": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the users of a permission
         * @description Read the users of a permission.
         *
         *     Needs `can-read-permissions` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["permissionsRelationshipsUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{id}/relationships/created_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the created_by of a permission
         * @description Read the created_by of a permission.
         *
         *     Needs `can-read-permissions` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["permissionsRelationshipsCreatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{id}/relationships/updated_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the updated_by of a permission
         * @description Read the updated_by of a permission.
         *
         *     Needs `can-read-permissions` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["permissionsRelationshipsUpdatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permissions/{id}/relationships/deleted_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the deleted_by of a permission
         * @description Read the deleted_by of a permission.
         *
         *     Needs `can-read-permissions` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["permissionsRelationshipsDeletedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies/create": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Create a taxonomy
         * @description Create a taxonomy.
         *
         *     Needs `can-create-taxonomies`.
         */
        get: operations["taxonomiesCreate"];
        put?: never;
        /**
         * Create a taxonomy
         * @description Create a taxonomy.
         *
         *     Needs `can-create-taxonomies`.
         */
        post: operations["taxonomiesCreatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List taxonomies
         * @description Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-taxonomies`.
         */
        get: operations["taxonomiesList"];
        /**
         * Change many taxonomies
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-taxonomies`.
         */
        put: operations["taxonomiesUpdateMany"];
        /**
         * Create many taxonomies; or create a taxonomy; or list taxonomies
         * @description The body is an array of at most 1000 items. All are created, or none.
         *
         *     Needs `can-create-taxonomies`.
         *
         *     Or: Create a taxonomy.
         *
         *     Needs `can-create-taxonomies`.
         *
         *     Or: Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-taxonomies`.
         */
        post: operations["taxonomiesListPost"];
        /**
         * Soft-delete many taxonomies
         * @description `{"ids": […]}`, an array, or `ids=1,2`: at most 1000 ids or uuids. All are deleted, or none.
         *
         *     Needs `can-delete-taxonomies`.
         */
        delete: operations["taxonomiesDeleteMany"];
        options?: never;
        head?: never;
        /**
         * Change many taxonomies
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-taxonomies`.
         */
        patch: operations["taxonomiesUpdateManyPatch"];
        trace?: never;
    };
    "/api/taxonomies/{id}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Get a taxonomy by id
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-taxonomies`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomiesGet"];
        /**
         * Update a taxonomy by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-taxonomies`.
         */
        put: operations["taxonomiesChange"];
        post?: never;
        /**
         * Delete a taxonomy permanently
         * @description Live or soft-deleted. Its own links go with it; references to it become null.
         *
         *     Needs `can-delete-taxonomies` and `can-delete-permanently`.
         */
        delete: operations["taxonomiesDestroy"];
        options?: never;
        head?: never;
        /**
         * Update a taxonomy by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-taxonomies`.
         */
        patch: operations["taxonomiesChangePatch"];
        trace?: never;
    };
    "/api/taxonomies/{column}/{value}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Get a taxonomy
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-taxonomies`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomiesRead"];
        put?: never;
        /**
         * Get a taxonomy
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-taxonomies`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["taxonomiesReadPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies/{column}/{value}/update": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Update a taxonomy
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-taxonomies`.
         */
        get: operations["taxonomiesUpdate"];
        put?: never;
        /**
         * Update a taxonomy
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-taxonomies`.
         */
        post: operations["taxonomiesUpdatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies/{column}/{value}/delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Soft-delete a taxonomy
         * @description Soft-delete a taxonomy.
         *
         *     Needs `can-delete-taxonomies`.
         */
        get: operations["taxonomiesDelete"];
        put?: never;
        /**
         * Soft-delete a taxonomy
         * @description Soft-delete a taxonomy.
         *
         *     Needs `can-delete-taxonomies`.
         */
        post: operations["taxonomiesDeletePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies/{column}/{value}/restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Restore a soft-deleted taxonomy
         * @description Restore a soft-deleted taxonomy.
         *
         *     Needs `can-restore-records` and `can-delete-taxonomies`.
         */
        get: operations["taxonomiesRestore"];
        put?: never;
        /**
         * Restore a soft-deleted taxonomy
         * @description Restore a soft-deleted taxonomy.
         *
         *     Needs `can-restore-records` and `can-delete-taxonomies`.
         */
        post: operations["taxonomiesRestorePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies/{column}/{value}/users": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the users of a taxonomy
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-taxonomies` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomiesUsers"];
        put?: never;
        /**
         * List the users of a taxonomy
         * @description Each carries `pivot`, the link through which it was read.
         *
         *     Needs `can-read-taxonomies` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["taxonomiesUsersPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies/{id}/relationships/type": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the type of a taxonomy
         * @description Read the type of a taxonomy.
         *
         *     Needs `can-read-taxonomies` and `can-read-taxonomy-types`.
         */
        get: operations["taxonomiesRelationshipsType"];
        /**
         * Set the type of a taxonomy
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies` and `can-read-taxonomy-types`.
         */
        put: operations["taxonomiesRelationshipsTypePut"];
        /**
         * Set the type of a taxonomy
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies` and `can-read-taxonomy-types`.
         */
        post: operations["taxonomiesRelationshipsTypePost"];
        /**
         * Clear the type of a taxonomy
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies` and `can-read-taxonomy-types`.
         */
        delete: operations["taxonomiesRelationshipsTypeDelete"];
        options?: never;
        head?: never;
        /**
         * Set the type of a taxonomy
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies` and `can-read-taxonomy-types`.
         */
        patch: operations["taxonomiesRelationshipsTypePatch"];
        trace?: never;
    };
    "/api/taxonomies/{id}/relationships/parent": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the parent of a taxonomy
         * @description Read the parent of a taxonomy.
         *
         *     Needs `can-read-taxonomies`.
         */
        get: operations["taxonomiesRelationshipsParent"];
        /**
         * Set the parent of a taxonomy
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies`.
         */
        put: operations["taxonomiesRelationshipsParentPut"];
        /**
         * Set the parent of a taxonomy
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies`.
         */
        post: operations["taxonomiesRelationshipsParentPost"];
        /**
         * Clear the parent of a taxonomy
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies`.
         */
        delete: operations["taxonomiesRelationshipsParentDelete"];
        options?: never;
        head?: never;
        /**
         * Set the parent of a taxonomy
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies`.
         */
        patch: operations["taxonomiesRelationshipsParentPatch"];
        trace?: never;
    };
    "/api/taxonomies/{id}/relationships/children": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the children of a taxonomy
         * @description Read the children of a taxonomy.
         *
         *     Needs `can-read-taxonomies`.
         */
        get: operations["taxonomiesRelationshipsChildren"];
        /**
         * Replace the children of a taxonomy
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies`.
         */
        put: operations["taxonomiesRelationshipsChildrenPut"];
        /**
         * Add to the children of a taxonomy
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies`.
         */
        post: operations["taxonomiesRelationshipsChildrenPost"];
        /**
         * Take from the children of a taxonomy
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies`.
         */
        delete: operations["taxonomiesRelationshipsChildrenDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the children of a taxonomy
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomies`.
         */
        patch: operations["taxonomiesRelationshipsChildrenPatch"];
        trace?: never;
    };
    "/api/taxonomies/{id}/relationships/users": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the users of a taxonomy
         * @description Read the users of a taxonomy.
         *
         *     Needs `can-read-taxonomies` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomiesRelationshipsUsers"];
        /**
         * Replace the users of a taxonomy
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-users` and `can-read-taxonomies` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        put: operations["taxonomiesRelationshipsUsersPut"];
        /**
         * Add to the users of a taxonomy
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-users` and `can-read-taxonomies` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["taxonomiesRelationshipsUsersPost"];
        /**
         * Take from the users of a taxonomy
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-users` and `can-read-taxonomies` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        delete: operations["taxonomiesRelationshipsUsersDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the users of a taxonomy
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-users` and `can-read-taxonomies` and `can-read-users`.
         *
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        patch: operations["taxonomiesRelationshipsUsersPatch"];
        trace?: never;
    };
    "/api/taxonomies/{id}/relationships/created_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the created_by of a taxonomy
         * @description Read the created_by of a taxonomy.
         *
         *     Needs `can-read-taxonomies` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomiesRelationshipsCreatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies/{id}/relationships/updated_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the updated_by of a taxonomy
         * @description Read the updated_by of a taxonomy.
         *
         *     Needs `can-read-taxonomies` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomiesRelationshipsUpdatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomies/{id}/relationships/deleted_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the deleted_by of a taxonomy
         * @description Read the deleted_by of a taxonomy.
         *
         *     Needs `can-read-taxonomies` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomiesRelationshipsDeletedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomy-types/create": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Create a taxonomy type
         * @description Create a taxonomy type.
         *
         *     Needs `can-create-taxonomy-types`.
         */
        get: operations["taxonomyTypesCreate"];
        put?: never;
        /**
         * Create a taxonomy type
         * @description Create a taxonomy type.
         *
         *     Needs `can-create-taxonomy-types`.
         */
        post: operations["taxonomyTypesCreatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomy-types": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * List taxonomy-types
         * @description Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-taxonomy-types`.
         */
        get: operations["taxonomyTypesList"];
        /**
         * Change many taxonomy-types
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-taxonomy-types`.
         */
        put: operations["taxonomyTypesUpdateMany"];
        /**
         * Create many taxonomy-types; or create a taxonomy type; or list taxonomy-types
         * @description The body is an array of at most 1000 items. All are created, or none.
         *
         *     Needs `can-create-taxonomy-types`.
         *
         *     Or: Create a taxonomy type.
         *
         *     Needs `can-create-taxonomy-types`.
         *
         *     Or: Newest first unless `sort` says otherwise.
         *
         *     Needs `can-read-taxonomy-types`.
         */
        post: operations["taxonomyTypesListPost"];
        /**
         * Soft-delete many taxonomy-types
         * @description `{"ids": […]}`, an array, or `ids=1,2`: at most 1000 ids or uuids. All are deleted, or none.
         *
         *     Needs `can-delete-taxonomy-types`.
         */
        delete: operations["taxonomyTypesDeleteMany"];
        options?: never;
        head?: never;
        /**
         * Change many taxonomy-types
         * @description The body is an array of at most 1000 items `{id or uuid, …changes}`. All are changed, or none.
         *
         *     Needs `can-update-taxonomy-types`.
         */
        patch: operations["taxonomyTypesUpdateManyPatch"];
        trace?: never;
    };
    "/api/taxonomy-types/{id}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Get a taxonomy type by id
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-taxonomy-types`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomyTypesGet"];
        /**
         * Update a taxonomy type by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-taxonomy-types`.
         */
        put: operations["taxonomyTypesChange"];
        post?: never;
        /**
         * Delete a taxonomy type permanently
         * @description Live or soft-deleted. Its own links go with it; references to it become null.
         *
         *     Needs `can-delete-taxonomy-types` and `can-delete-permanently`.
         */
        delete: operations["taxonomyTypesDestroy"];
        options?: never;
        head?: never;
        /**
         * Update a taxonomy type by id
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-taxonomy-types`.
         */
        patch: operations["taxonomyTypesChangePatch"];
        trace?: never;
    };
    "/api/taxonomy-types/{column}/{value}": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Get a taxonomy type
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-taxonomy-types`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomyTypesRead"];
        put?: never;
        /**
         * Get a taxonomy type
         * @description Where several match, the one with the lowest id.
         *
         *     Needs `can-read-taxonomy-types`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        post: operations["taxonomyTypesReadPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomy-types/{column}/{value}/update": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Update a taxonomy type
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-taxonomy-types`.
         */
        get: operations["taxonomyTypesUpdate"];
        put?: never;
        /**
         * Update a taxonomy type
         * @description The given fields change, the others stay. An empty value clears a field that may be null.
         *
         *     Needs `can-update-taxonomy-types`.
         */
        post: operations["taxonomyTypesUpdatePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomy-types/{column}/{value}/delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Soft-delete a taxonomy type
         * @description Soft-delete a taxonomy type.
         *
         *     Needs `can-delete-taxonomy-types`.
         */
        get: operations["taxonomyTypesDelete"];
        put?: never;
        /**
         * Soft-delete a taxonomy type
         * @description Soft-delete a taxonomy type.
         *
         *     Needs `can-delete-taxonomy-types`.
         */
        post: operations["taxonomyTypesDeletePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomy-types/{column}/{value}/restore": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * Restore a soft-deleted taxonomy type
         * @description Restore a soft-deleted taxonomy type.
         *
         *     Needs `can-restore-records` and `can-delete-taxonomy-types`.
         */
        get: operations["taxonomyTypesRestore"];
        put?: never;
        /**
         * Restore a soft-deleted taxonomy type
         * @description Restore a soft-deleted taxonomy type.
         *
         *     Needs `can-restore-records` and `can-delete-taxonomy-types`.
         */
        post: operations["taxonomyTypesRestorePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomy-types/{id}/relationships/parent": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the parent of a taxonomy type
         * @description Read the parent of a taxonomy type.
         *
         *     Needs `can-read-taxonomy-types`.
         */
        get: operations["taxonomyTypesRelationshipsParent"];
        /**
         * Set the parent of a taxonomy type
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomy-types` and `can-read-taxonomy-types`.
         */
        put: operations["taxonomyTypesRelationshipsParentPut"];
        /**
         * Set the parent of a taxonomy type
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomy-types` and `can-read-taxonomy-types`.
         */
        post: operations["taxonomyTypesRelationshipsParentPost"];
        /**
         * Clear the parent of a taxonomy type
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomy-types` and `can-read-taxonomy-types`.
         */
        delete: operations["taxonomyTypesRelationshipsParentDelete"];
        options?: never;
        head?: never;
        /**
         * Set the parent of a taxonomy type
         * @description The body is an id, a uuid or a slug, or `{id}` with one of those.
         *
         *     Needs `can-update-taxonomy-types` and `can-read-taxonomy-types`.
         */
        patch: operations["taxonomyTypesRelationshipsParentPatch"];
        trace?: never;
    };
    "/api/taxonomy-types/{id}/relationships/children": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the children of a taxonomy type
         * @description Read the children of a taxonomy type.
         *
         *     Needs `can-read-taxonomy-types`.
         */
        get: operations["taxonomyTypesRelationshipsChildren"];
        /**
         * Replace the children of a taxonomy type
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomy-types` and `can-read-taxonomy-types`.
         */
        put: operations["taxonomyTypesRelationshipsChildrenPut"];
        /**
         * Add to the children of a taxonomy type
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomy-types` and `can-read-taxonomy-types`.
         */
        post: operations["taxonomyTypesRelationshipsChildrenPost"];
        /**
         * Take from the children of a taxonomy type
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomy-types` and `can-read-taxonomy-types`.
         */
        delete: operations["taxonomyTypesRelationshipsChildrenDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the children of a taxonomy type
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomy-types` and `can-read-taxonomy-types`.
         */
        patch: operations["taxonomyTypesRelationshipsChildrenPatch"];
        trace?: never;
    };
    "/api/taxonomy-types/{id}/relationships/taxonomies": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the taxonomies of a taxonomy type
         * @description Read the taxonomies of a taxonomy type.
         *
         *     Needs `can-read-taxonomy-types` and `can-read-taxonomies`.
         */
        get: operations["taxonomyTypesRelationshipsTaxonomies"];
        /**
         * Replace the taxonomies of a taxonomy type
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomy-types` and `can-read-taxonomies`.
         */
        put: operations["taxonomyTypesRelationshipsTaxonomiesPut"];
        /**
         * Add to the taxonomies of a taxonomy type
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomy-types` and `can-read-taxonomies`.
         */
        post: operations["taxonomyTypesRelationshipsTaxonomiesPost"];
        /**
         * Take from the taxonomies of a taxonomy type
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomy-types` and `can-read-taxonomies`.
         */
        delete: operations["taxonomyTypesRelationshipsTaxonomiesDelete"];
        options?: never;
        head?: never;
        /**
         * Change the links of the taxonomies of a taxonomy type
         * @description The body is one member or an array of them: an id, a uuid, a slug, or `{id, is_active, expires_at}`.
         *
         *     Needs `can-update-taxonomies` and `can-read-taxonomy-types` and `can-read-taxonomies`.
         */
        patch: operations["taxonomyTypesRelationshipsTaxonomiesPatch"];
        trace?: never;
    };
    "/api/taxonomy-types/{id}/relationships/created_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the created_by of a taxonomy type
         * @description Read the created_by of a taxonomy type.
         *
         *     Needs `can-read-taxonomy-types` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomyTypesRelationshipsCreatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomy-types/{id}/relationships/updated_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the updated_by of a taxonomy type
         * @description Read the updated_by of a taxonomy type.
         *
         *     Needs `can-read-taxonomy-types` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomyTypesRelationshipsUpdatedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/taxonomy-types/{id}/relationships/deleted_by": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Read the deleted_by of a taxonomy type
         * @description Read the deleted_by of a taxonomy type.
         *
         *     Needs `can-read-taxonomy-types` and `can-read-users`.
         *
         *     - Without `can-see-users-contact-details`, others' `email`, `alternate_email` and `phone` are left out, and nothing is selected, searched, filtered or sorted by them.
         */
        get: operations["taxonomyTypesRelationshipsDeletedBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/tokens": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        /**
         * List the tokens of a user
         * @description Those that work, newest first. None shows itself: see what makes one.
         *
         *     Needs `can-read-users` and `can-assign-api-tokens`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         */
        get: operations["usersTokens"];
        put?: never;
        /**
         * List the tokens of a user
         * @description Those that work, newest first. None shows itself: see what makes one.
         *
         *     Needs `can-read-users` and `can-assign-api-tokens`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         */
        post: operations["usersTokensPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/tokens/create": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a token for a user
         * @description With a name, an end, and some of what its user may do, or all. The token is shown this once: a repeated `Idempotency-Key` makes no other, and is answered 409.
         *
         *     Needs `can-read-users` and `can-assign-api-tokens`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        post: operations["usersTokensCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/tokens/revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke all tokens of a user
         * @description They stop working at once. `keep_current` spares the one in use.
         *
         *     Needs `can-read-users` and `can-assign-api-tokens`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        post: operations["usersTokensRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{column}/{value}/tokens/{token}/revoke": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
                /** @description Id of the token. */
                token: components["parameters"]["token"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token of a user
         * @description It stops working at once.
         *
         *     Needs `can-read-users` and `can-assign-api-tokens`.
         *
         *     - Without the permissions, everyone signed in may, for their own record alone.
         *     - Nobody hands out or takes away more than they hold: every permission of the user or role in question is needed too.
         */
        post: operations["usersTokenRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process running?
         * @description For a supervisor: a service that does not answer this is to be restarted.
         *
         *     Needs no token.
         */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Is the process running?
         * @description For a supervisor: a service that does not answer this is to be restarted.
         *
         *     Needs no token.
         */
        head: operations["healthzHead"];
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        /**
         * Can it serve requests?
         * @description For a load balancer: 200 while requests may be sent, else 503.
         *
         *     Needs no token.
         */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /**
         * Can it serve requests?
         * @description For a load balancer: 200 while requests may be sent, else 503.
         *
         *     Needs no token.
         */
        head: operations["readyzHead"];
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What every refusal looks like. */
        Failure: {
            /** @constant */
            success: false;
            /** @constant */
            status: "failed";
            /** @description Readable sentences. */
            errors: string[];
            /** @description For programs. */
            code: string;
            /** @description The fields at fault, if any. */
            details: {
                field: string;
                code: string;
                message: string;
            }[];
            /** @description As in `x-request-id`; names this request in the logs. */
            request_id: string;
        };
        /** @description Another record, in short. */
        Reference: {
            /** @description Its id. */
            id: number;
            /** Format: uuid */
            uuid: string;
            name: string;
            slug: string;
        };
        /** @description The link through which the record was read. */
        Pivot: {
            /** @description An inactive link counts for nothing. */
            is_active: boolean;
            /**
             * Format: date-time
             * @description From this moment the link counts for nothing; null: never.
             */
            expires_at: string | null;
            /** @description Id of the user who made the link. */
            created_by: number | null;
            /**
             * Format: date-time
             * @description When the link was made.
             */
            created_at: string;
            /** @description Id of the user who last changed the link. */
            updated_by: number | null;
            /**
             * Format: date-time
             * @description When the link last changed.
             */
            updated_at: string;
        };
        /** @description A user, in short; null where there is none. */
        Author: {
            /** @description Id of the user. */
            id: number;
            /** Format: uuid */
            uuid: string;
            first_name: string;
            last_name: string | null;
            /** @description Absent without `can-see-users-contact-details`. */
            email?: string;
        } | null;
        /** @description What a user signs in with. The token itself is shown once, when it is made. */
        Token: {
            /** @description Assigned by the service; grows. */
            id: number;
            /**
             * Format: uuid
             * @description Version 7.
             */
            uuid: string;
            /** @description What it is for: `sign-in`, or a name given to it. */
            name: string;
            /** @description Slugs of all that it may do, as far as its user may. Null: all that its user may. */
            permissions: string[] | null;
            /** @description It is the one this request was made with. */
            is_current: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Who made it; null: its user, or the command line. */
            created_by: number | null;
            /**
             * Format: date-time
             * @description From then on it does not work. Null: it works until it is revoked.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to half a minute.
             */
            used_at: string | null;
            /** @description Address of that use. */
            used_ip: string | null;
        };
        /** @description A role that counts for the user now. */
        RoleInForce: {
            /** @description Id of the role. */
            id: number;
            /** Format: uuid */
            uuid: string;
            name: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug: string;
            /**
             * Format: date-time
             * @description From when on.
             */
            since: string;
            /**
             * Format: date-time
             * @description When it ends; null: never.
             */
            until: string | null;
        };
        /** @description Why a user holds a permission: the role and the links it comes through. */
        Reason: {
            /** @description The role that gives it. */
            role: {
                /** @description Id of the role. */
                id: number;
                /** Format: uuid */
                uuid: string;
                name: string;
                /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
                slug: string;
            };
            /**
             * Format: date-time
             * @description From when on.
             */
            since: string;
            /**
             * Format: date-time
             * @description When it ends; null: never.
             */
            until: string | null;
            /** @description The link of the user with the role. */
            user_role: {
                /**
                 * Format: date-time
                 * @description From when on.
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description When it ends; null: never.
                 */
                until: string | null;
            };
            /** @description The link of the role with the permission. Null: a super administrator needs none. */
            role_permission: {
                /**
                 * Format: date-time
                 * @description From when on.
                 */
                since: string;
                /**
                 * Format: date-time
                 * @description When it ends; null: never.
                 */
                until: string | null;
            } | null;
        };
        /** @description Why a user holds a permission, or why not. */
        Explanation: {
            /** @description The answer. */
            allowed: boolean;
            /** @description Why, if they hold it: each way there is. */
            reasons: components["schemas"]["Reason"][];
            /** @description Why not, if they do not: on the shortest way there is. */
            obstacles: {
                /**
                 * @description What stands in the way; the last two are links.
                 * @enum {string}
                 */
                piece: "user" | "permission" | "role" | "user_role" | "role_permission";
                /**
                 * @description What is wrong with it.
                 * @enum {string}
                 */
                state: "missing" | "inactive" | "expired" | "trashed";
                /** @description The role in question. */
                role: {
                    /** @description Id of the role. */
                    id: number;
                    /** Format: uuid */
                    uuid: string;
                    name: string;
                    /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
                    slug: string;
                } | null;
            }[];
            /** @description The fewest steps that would turn the answer, in order; none makes a super administrator. Null: there are none. */
            change: {
                /** @description In words. */
                does: string;
                /** @description The call that does it. Null: none can; permissions are declared, not changed over HTTP. */
                call: {
                    /** @enum {string} */
                    method: "POST" | "PATCH" | "DELETE";
                    path: string;
                    body: Record<string, never> | null;
                } | null;
            }[] | null;
        };
        /** @description The answer to one question. */
        CheckResult: {
            /** @description As has-role and has-permission answer it. */
            allowed: boolean;
            /**
             * @description Why the question has no other answer.
             * @enum {string}
             */
            code?: "unknown_user";
        };
        /** @description A sign-up that waits to become a user. */
        Registration: {
            /** @description Assigned by the service; grows. */
            id: number;
            /**
             * Format: uuid
             * @description Version 7.
             */
            uuid: string;
            /**
             * Format: email
             * @description Unique, without regard to case.
             */
            email?: string;
            /** @description Display name, else first, middle and last name joined. */
            name: string;
            /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
            username: string;
            display_name: string | null;
            title: string | null;
            designation: string | null;
            first_name: string;
            middle_name: string | null;
            last_name: string | null;
            gender: string | null;
            country_calling_code: number | null;
            /** @description 4 to 15 digits, kept as text. */
            phone?: string | null;
            bio: string | null;
            /** @description A name of the IANA time zone database. */
            timezone: string | null;
            /**
             * Format: email
             * @description A second address. Need not be unique.
             */
            alternate_email?: string | null;
            /**
             * Format: uri
             * @description http or https, at most 2,048 characters.
             */
            avatar_url: string | null;
            /**
             * Format: date
             * @description Day of birth, not in the future.
             */
            birth: string | null;
            country: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @enum {string|null}
             */
            country_code: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * @description Moves forward only. `user-created` is set by creating the user.
             * @enum {string}
             */
            status: "email-verification-pending" | "email-verified" | "user-created";
            /**
             * Format: date-time
             * @description When the activation code was sent.
             */
            activation_code_sent_at: string | null;
            /** @description Address from which the account was activated. */
            activated_ip: string | null;
            /** @description Id of the user who sent the invitation. */
            invited_by: number | null;
            /**
             * Format: date-time
             * @description When the invitation was sent.
             */
            invited_at: string | null;
            invited_for_key: string | null;
            invited_for_value: string | null;
            /** @description Id of the user that came of the registration. */
            user_id: number | null;
            /**
             * Format: date-time
             * @description When that user was created.
             */
            user_created_at: string | null;
            /** @description Address it was created from. Defaults to the caller's. */
            created_ip: string | null;
            /** @description Id of the registration that it came of. */
            registration_id: number | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was soft-deleted; null while it is live.
             */
            deleted_at: string | null;
            /** @description Id of the user who created it. */
            created_by: number | null;
            /** @description Id of the user who last changed it. */
            updated_by: number | null;
            /** @description Id of the user who soft-deleted it. */
            deleted_by: number | null;
            /** @description In short, where one record is read; whole, with `include=created_by`. */
            created_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=updated_by`. */
            updated_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=deleted_by`. */
            deleted_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            pivot?: components["schemas"]["Pivot"];
            /** @description With `include=user`. */
            user?: components["schemas"]["User"] | null;
            /** @description With `include=invited_by`. */
            invited_by_user?: components["schemas"]["User"] | null;
        };
        /** @description An account. Contact details of others need `can-see-users-contact-details`. */
        User: {
            /** @description Assigned by the service; grows. */
            id: number;
            /**
             * Format: uuid
             * @description Version 7.
             */
            uuid: string;
            /**
             * Format: email
             * @description Unique, without regard to case.
             */
            email?: string;
            /** @description Display name, else first, middle and last name joined. */
            name: string;
            /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
            username: string;
            display_name: string | null;
            title: string | null;
            designation: string | null;
            first_name: string;
            middle_name: string | null;
            last_name: string | null;
            gender: string | null;
            country_calling_code: number | null;
            /** @description 4 to 15 digits, kept as text. */
            phone?: string | null;
            bio: string | null;
            /** @description A name of the IANA time zone database. */
            timezone: string | null;
            /**
             * Format: email
             * @description A second address. Need not be unique.
             */
            alternate_email?: string | null;
            /**
             * Format: uri
             * @description http or https, at most 2,048 characters.
             */
            avatar_url: string | null;
            /**
             * Format: date
             * @description Day of birth, not in the future.
             */
            birth: string | null;
            country: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @enum {string|null}
             */
            country_code: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: uri
             * @description Their web site.
             */
            website: string | null;
            /** @description An inactive user cannot sign in, and their tokens stop working at once. */
            is_active: boolean;
            /**
             * @description The same fact as `is_active`.
             * @enum {string}
             */
            status: "active" | "inactive";
            /**
             * Format: date-time
             * @description When the activation code was sent.
             */
            activation_code_sent_at: string | null;
            /** @description Address from which the account was activated. */
            activated_ip: string | null;
            /** @description Id of the user who sent the invitation. */
            invited_by: number | null;
            /**
             * Format: date-time
             * @description When the invitation was sent.
             */
            invited_at: string | null;
            invited_for_key: string | null;
            invited_for_value: string | null;
            /** @description Id of the user that came of the registration. */
            user_id: number | null;
            /**
             * Format: date-time
             * @description When that user was created.
             */
            user_created_at: string | null;
            /** @description Address it was created from. Defaults to the caller's. */
            created_ip: string | null;
            /** @description Id of the registration that it came of. */
            registration_id: number | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When they last signed in.
             */
            last_login_at: string | null;
            /** @description Address of the last sign-in. */
            last_login_ip: string | null;
            /**
             * Format: date-time
             * @description When a token of theirs was last used.
             */
            api_token_used_at: string | null;
            /** @description Address of that use. */
            api_token_used_ip: string | null;
            /**
             * Format: date-time
             * @description When the account was activated.
             */
            activated_at: string | null;
            affiliate_code: string | null;
            /**
             * Format: date-time
             * @description When the affiliate code was last used.
             */
            affiliate_code_used_at: string | null;
            /**
             * Format: date-time
             * @description When the code was sent.
             */
            reset_password_code_sent_at: string | null;
            /**
             * Format: date-time
             * @description When the code was used.
             */
            reset_password_code_used_at: string | null;
            /** @description Their id in a system of yours. */
            foreign_user_id: number | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was soft-deleted; null while it is live.
             */
            deleted_at: string | null;
            /** @description Id of the user who created it. */
            created_by: number | null;
            /** @description Id of the user who last changed it. */
            updated_by: number | null;
            /** @description Id of the user who soft-deleted it. */
            deleted_by: number | null;
            /** @description In short, where one record is read; whole, with `include=created_by`. */
            created_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=updated_by`. */
            updated_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=deleted_by`. */
            deleted_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            pivot?: components["schemas"]["Pivot"];
            /** @description With `include=roles`: every link, whatever its state. */
            roles?: components["schemas"]["Role"][];
            /** @description With `include=permissions`: what they may do now. */
            permissions?: components["schemas"]["Permission"][];
            /** @description With `include=taxonomies`: the terms that classify them. */
            taxonomies?: components["schemas"]["Taxonomy"][];
            /** @description With `include=registration`. */
            registration?: components["schemas"]["Registration"] | null;
            /** @description With `include=invited_by`. */
            invited_by_user?: components["schemas"]["User"] | null;
        };
        /** @description A named set of permissions that users hold. */
        Role: {
            /** @description Assigned by the service; grows. */
            id: number;
            /**
             * Format: uuid
             * @description Version 7.
             */
            uuid: string;
            /** @description Unique. */
            name: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug: string;
            details: string | null;
            /** @description An inactive role counts for nothing. */
            is_active: boolean;
            /**
             * @description Where the role is used. Defaults to `backend`.
             * @enum {string}
             */
            type: "frontend" | "backend";
            /** @description Live users linked to it. */
            count_users: number;
            /** @description Live permissions linked to it. */
            count_permissions: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was soft-deleted; null while it is live.
             */
            deleted_at: string | null;
            /** @description Id of the user who created it. */
            created_by: number | null;
            /** @description Id of the user who last changed it. */
            updated_by: number | null;
            /** @description Id of the user who soft-deleted it. */
            deleted_by: number | null;
            /** @description In short, where one record is read; whole, with `include=created_by`. */
            created_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=updated_by`. */
            updated_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=deleted_by`. */
            deleted_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            pivot?: components["schemas"]["Pivot"];
            /** @description With `include=users`. */
            users?: components["schemas"]["User"][];
            /** @description With `include=permissions`. */
            permissions?: components["schemas"]["Permission"][];
        };
        /** @description Something a user may do. Declared in the manifest, not created over HTTP. */
        Permission: {
            /** @description Assigned by the service; grows. */
            id: number;
            /**
             * Format: uuid
             * @description Version 7.
             */
            uuid: string;
            name: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug: string;
            /** @description The part of your product it belongs to. */
            module: string;
            /** @description A group within the module. */
            section: string | null;
            details: string | null;
            /** @description An inactive permission counts for nothing. */
            is_active: boolean;
            /** @description Live roles linked to it. */
            count_roles: number;
            /** @description Live users linked to a live role that is linked to it. */
            count_users: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was soft-deleted; null while it is live.
             */
            deleted_at: string | null;
            /** @description Id of the user who created it. */
            created_by: number | null;
            /** @description Id of the user who last changed it. */
            updated_by: number | null;
            /** @description Id of the user who soft-deleted it. */
            deleted_by: number | null;
            /** @description In short, where one record is read; whole, with `include=created_by`. */
            created_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=updated_by`. */
            updated_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=deleted_by`. */
            deleted_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            pivot?: components["schemas"]["Pivot"];
            /** @description With `include=roles`. */
            roles?: components["schemas"]["Role"][];
            /** @description With `include=users`: who holds it now. */
            users?: components["schemas"]["User"][];
            /** @description Of a user's permissions, with `explain=true`: why they hold it. */
            reasons?: components["schemas"]["Reason"][];
        };
        /** @description A term of a classification. */
        Taxonomy: {
            /** @description Assigned by the service; grows. */
            id: number;
            /**
             * Format: uuid
             * @description Version 7.
             */
            uuid: string;
            /** @description Unique among its siblings. */
            name: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug: string;
            /** @description An inactive term is listed, but not for use. */
            is_active: boolean;
            excerpt: string | null;
            details: string | null;
            notes: string | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta: {
                [key: string]: unknown;
            };
            /** @description Id of its taxonomy type. */
            type_id: number;
            /** @description Its taxonomy type. */
            type: components["schemas"]["TaxonomyType"] | components["schemas"]["Reference"] | null;
            /** @description Id of the term above it. */
            parent_id: number | null;
            /** @description The term above it. */
            parent: components["schemas"]["Taxonomy"] | components["schemas"]["Reference"] | null;
            /** @description Live users classified by it. */
            count_users: number;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was soft-deleted; null while it is live.
             */
            deleted_at: string | null;
            /** @description Id of the user who created it. */
            created_by: number | null;
            /** @description Id of the user who last changed it. */
            updated_by: number | null;
            /** @description Id of the user who soft-deleted it. */
            deleted_by: number | null;
            /** @description In short, where one record is read; whole, with `include=created_by`. */
            created_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=updated_by`. */
            updated_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=deleted_by`. */
            deleted_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            pivot?: components["schemas"]["Pivot"];
            /** @description With `include=users`: the users it classifies. */
            users?: components["schemas"]["User"][];
            /** @description With `with_children` (to any depth) or `include=children`. */
            children?: components["schemas"]["Taxonomy"][];
        };
        /** @description A kind of term, such as Country or City. */
        TaxonomyType: {
            /** @description Assigned by the service; grows. */
            id: number;
            /**
             * Format: uuid
             * @description Version 7.
             */
            uuid: string;
            /** @description Unique. */
            name: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug: string;
            /** @description An inactive type is listed, but not for use. */
            is_active: boolean;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta: {
                [key: string]: unknown;
            };
            /** @description Id of the type above it. */
            parent_id: number | null;
            /** @description The type above it. */
            parent: components["schemas"]["TaxonomyType"] | components["schemas"]["Reference"] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was soft-deleted; null while it is live.
             */
            deleted_at: string | null;
            /** @description Id of the user who created it. */
            created_by: number | null;
            /** @description Id of the user who last changed it. */
            updated_by: number | null;
            /** @description Id of the user who soft-deleted it. */
            deleted_by: number | null;
            /** @description In short, where one record is read; whole, with `include=created_by`. */
            created_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=updated_by`. */
            updated_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            /** @description In short, where one record is read; whole, with `include=deleted_by`. */
            deleted_by_user?: components["schemas"]["Author"] | components["schemas"]["User"];
            pivot?: components["schemas"]["Pivot"];
            /** @description With `with_children` (to any depth) or `include=children`. */
            children?: components["schemas"]["TaxonomyType"][];
            /** @description With `include=taxonomies`. */
            taxonomies?: components["schemas"]["Taxonomy"][];
        };
        SignIn: {
            /** @description Email or username. */
            email: string;
            /** Format: password */
            password: string;
        };
        SignUp: {
            /**
             * Format: email
             * @description Unique, without regard to case.
             */
            email: string;
            /**
             * Format: password
             * @description 8 to 128 characters, not among common passwords. Kept as argon2id.
             */
            password: string;
            /**
             * Format: password
             * @description When given, must equal `password`.
             */
            password_confirmation?: string;
            /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
            username?: string;
            display_name?: string | null;
            title?: string | null;
            designation?: string | null;
            first_name: string;
            middle_name?: string | null;
            last_name?: string | null;
            gender?: string | null;
            country_calling_code?: number | null;
            /** @description 4 to 15 digits, kept as text. */
            phone?: string | null;
            bio?: string | null;
            /** @description A name of the IANA time zone database. */
            timezone?: string | null;
            /**
             * Format: email
             * @description A second address. Need not be unique.
             */
            alternate_email?: string | null;
            /**
             * Format: uri
             * @description http or https, at most 2,048 characters.
             */
            avatar_url?: string | null;
            /**
             * Format: date
             * @description Day of birth, not in the future.
             */
            birth?: string | null;
            country?: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @enum {string|null}
             */
            country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /** @description Accepted where it says what the mode of `SIGNUP` gives anyway. */
            is_active?: boolean;
            /** @description Accepted where it says what the mode of `SIGNUP` gives anyway. */
            status?: string;
        };
        Setup: {
            /** @description What follows # in the setup link. */
            code: string;
            /**
             * Format: email
             * @description Unique, without regard to case.
             */
            email: string;
            /**
             * Format: password
             * @description 8 to 128 characters, not among common passwords. Kept as argon2id.
             */
            password: string;
            first_name: string;
            last_name?: string | null;
        };
        RegistrationCreate: {
            /**
             * Format: email
             * @description Unique, without regard to case.
             */
            email: string;
            /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
            username?: string;
            display_name?: string | null;
            title?: string | null;
            designation?: string | null;
            first_name: string;
            middle_name?: string | null;
            last_name?: string | null;
            gender?: string | null;
            country_calling_code?: number | null;
            /** @description 4 to 15 digits, kept as text. */
            phone?: string | null;
            bio?: string | null;
            /** @description A name of the IANA time zone database. */
            timezone?: string | null;
            /**
             * Format: email
             * @description A second address. Need not be unique.
             */
            alternate_email?: string | null;
            /**
             * Format: uri
             * @description http or https, at most 2,048 characters.
             */
            avatar_url?: string | null;
            /**
             * Format: date
             * @description Day of birth, not in the future.
             */
            birth?: string | null;
            country?: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @enum {string|null}
             */
            country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * @description Moves forward only. `user-created` is set by creating the user.
             * @enum {string}
             */
            status?: "email-verification-pending" | "email-verified" | "user-created";
            /**
             * Format: date-time
             * @description When the activation code was sent.
             */
            activation_code_sent_at?: string | null;
            /** @description Address from which the account was activated. */
            activated_ip?: string | null;
            /** @description Id of the user who sent the invitation. */
            invited_by?: number | null;
            /**
             * Format: date-time
             * @description When the invitation was sent.
             */
            invited_at?: string | null;
            invited_for_key?: string | null;
            invited_for_value?: string | null;
            /** @description Id of the user that came of the registration. */
            user_id?: number | null;
            /**
             * Format: date-time
             * @description When that user was created.
             */
            user_created_at?: string | null;
            /** @description Address it was created from. Defaults to the caller's. */
            created_ip?: string | null;
            /** @description Id of the registration that it came of. */
            registration_id?: number | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta?: {
                [key: string]: unknown;
            };
            /**
             * Format: password
             * @description 8 to 128 characters, not among common passwords. Kept as argon2id.
             */
            password: string;
            /** @description Code that proves the email address. */
            activation_code?: string | null;
        };
        RegistrationUpdate: {
            /**
             * Format: email
             * @description Unique, without regard to case.
             */
            email?: string;
            /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
            username?: string;
            display_name?: string | null;
            title?: string | null;
            designation?: string | null;
            first_name?: string;
            middle_name?: string | null;
            last_name?: string | null;
            gender?: string | null;
            country_calling_code?: number | null;
            /** @description 4 to 15 digits, kept as text. */
            phone?: string | null;
            bio?: string | null;
            /** @description A name of the IANA time zone database. */
            timezone?: string | null;
            /**
             * Format: email
             * @description A second address. Need not be unique.
             */
            alternate_email?: string | null;
            /**
             * Format: uri
             * @description http or https, at most 2,048 characters.
             */
            avatar_url?: string | null;
            /**
             * Format: date
             * @description Day of birth, not in the future.
             */
            birth?: string | null;
            country?: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @enum {string|null}
             */
            country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * @description Moves forward only. `user-created` is set by creating the user.
             * @enum {string}
             */
            status?: "email-verification-pending" | "email-verified" | "user-created";
            /**
             * Format: date-time
             * @description When the activation code was sent.
             */
            activation_code_sent_at?: string | null;
            /** @description Address from which the account was activated. */
            activated_ip?: string | null;
            /** @description Id of the user who sent the invitation. */
            invited_by?: number | null;
            /**
             * Format: date-time
             * @description When the invitation was sent.
             */
            invited_at?: string | null;
            invited_for_key?: string | null;
            invited_for_value?: string | null;
            /** @description Id of the user that came of the registration. */
            user_id?: number | null;
            /**
             * Format: date-time
             * @description When that user was created.
             */
            user_created_at?: string | null;
            /** @description Address it was created from. Defaults to the caller's. */
            created_ip?: string | null;
            /** @description Id of the registration that it came of. */
            registration_id?: number | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta?: {
                [key: string]: unknown;
            };
            /**
             * Format: password
             * @description 8 to 128 characters, not among common passwords. Kept as argon2id.
             */
            password?: string;
            /** @description Code that proves the email address. */
            activation_code?: string | null;
        };
        PageLink: {
            /** @description Null for the gap between pages, and where there is no such page. */
            url: string | null;
            /** @description A page number, `...`, or the way back or forward; may hold HTML entities. */
            label: string;
            /** @description The page at hand. */
            active: boolean;
        };
        /** @description One page of a list, shaped as Laravel shapes it. */
        RegistrationPage: {
            current_page: number;
            data: components["schemas"]["Registration"][];
            first_page_url: string;
            /** @description Number of the first record shown, from 1. */
            from: number | null;
            /** @description At least 1. */
            last_page: number;
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
            /** @description Null on the last page. */
            next_page_url: string | null;
            /** @description Address of the list, without a query. */
            path: string;
            per_page: number;
            /** @description Null on the first page. */
            prev_page_url: string | null;
            /** @description Number of the last record shown. */
            to: number | null;
            /** @description Records on all pages. */
            total: number;
        };
        UserCreate: {
            /**
             * Format: email
             * @description Unique, without regard to case.
             */
            email: string;
            /**
             * Format: password
             * @description 8 to 128 characters, not among common passwords. Kept as argon2id.
             */
            password?: string | null;
            /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
            username?: string;
            display_name?: string | null;
            title?: string | null;
            designation?: string | null;
            first_name: string;
            middle_name?: string | null;
            last_name?: string | null;
            gender?: string | null;
            country_calling_code?: number | null;
            /** @description 4 to 15 digits, kept as text. */
            phone?: string | null;
            bio?: string | null;
            /** @description A name of the IANA time zone database. */
            timezone?: string | null;
            /**
             * Format: email
             * @description A second address. Need not be unique.
             */
            alternate_email?: string | null;
            /**
             * Format: uri
             * @description http or https, at most 2,048 characters.
             */
            avatar_url?: string | null;
            /**
             * Format: date
             * @description Day of birth, not in the future.
             */
            birth?: string | null;
            country?: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @enum {string|null}
             */
            country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: uri
             * @description Their web site.
             */
            website?: string | null;
            /** @description An inactive user cannot sign in, and their tokens stop working at once. */
            is_active?: boolean;
            /**
             * @description The same fact as `is_active`.
             * @enum {string}
             */
            status?: "active" | "inactive";
            /**
             * Format: date-time
             * @description When the activation code was sent.
             */
            activation_code_sent_at?: string | null;
            /** @description Address from which the account was activated. */
            activated_ip?: string | null;
            /** @description Id of the user who sent the invitation. */
            invited_by?: number | null;
            /**
             * Format: date-time
             * @description When the invitation was sent.
             */
            invited_at?: string | null;
            invited_for_key?: string | null;
            invited_for_value?: string | null;
            /** @description Id of the user that came of the registration. */
            user_id?: number | null;
            /**
             * Format: date-time
             * @description When that user was created.
             */
            user_created_at?: string | null;
            /** @description Address it was created from. Defaults to the caller's. */
            created_ip?: string | null;
            /** @description Id of the registration that it came of. */
            registration_id?: number | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When they last signed in.
             */
            last_login_at?: string | null;
            /** @description Address of the last sign-in. */
            last_login_ip?: string | null;
            /**
             * Format: date-time
             * @description When a token of theirs was last used.
             */
            api_token_used_at?: string | null;
            /** @description Address of that use. */
            api_token_used_ip?: string | null;
            /**
             * Format: date-time
             * @description When the account was activated.
             */
            activated_at?: string | null;
            affiliate_code?: string | null;
            /**
             * Format: date-time
             * @description When the affiliate code was last used.
             */
            affiliate_code_used_at?: string | null;
            /**
             * Format: date-time
             * @description When the code was sent.
             */
            reset_password_code_sent_at?: string | null;
            /**
             * Format: date-time
             * @description When the code was used.
             */
            reset_password_code_used_at?: string | null;
            /** @description Their id in a system of yours. */
            foreign_user_id?: number | null;
            /** @description Code that proves the email address. */
            activation_code?: string | null;
            /** @description Kept as a digest. */
            remember_token?: string | null;
            /** @description Kept as a digest. */
            login_otp?: string | null;
            /** @description Kept as a digest. */
            reset_password_code?: string | null;
            /** @description A token to assign. Only beside an `Authorization` header (without one, this field is the credential); needs `can-assign-api-tokens`. */
            api_token?: string;
        };
        UserUpdate: {
            /**
             * Format: email
             * @description Unique, without regard to case.
             */
            email?: string;
            /**
             * Format: password
             * @description 8 to 128 characters, not among common passwords. Kept as argon2id.
             */
            password?: string | null;
            /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
            username?: string;
            display_name?: string | null;
            title?: string | null;
            designation?: string | null;
            first_name?: string;
            middle_name?: string | null;
            last_name?: string | null;
            gender?: string | null;
            country_calling_code?: number | null;
            /** @description 4 to 15 digits, kept as text. */
            phone?: string | null;
            bio?: string | null;
            /** @description A name of the IANA time zone database. */
            timezone?: string | null;
            /**
             * Format: email
             * @description A second address. Need not be unique.
             */
            alternate_email?: string | null;
            /**
             * Format: uri
             * @description http or https, at most 2,048 characters.
             */
            avatar_url?: string | null;
            /**
             * Format: date
             * @description Day of birth, not in the future.
             */
            birth?: string | null;
            country?: string | null;
            /**
             * @description ISO 3166-1 alpha-2.
             * @enum {string|null}
             */
            country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: uri
             * @description Their web site.
             */
            website?: string | null;
            /** @description An inactive user cannot sign in, and their tokens stop working at once. */
            is_active?: boolean;
            /**
             * @description The same fact as `is_active`.
             * @enum {string}
             */
            status?: "active" | "inactive";
            /**
             * Format: date-time
             * @description When the activation code was sent.
             */
            activation_code_sent_at?: string | null;
            /** @description Address from which the account was activated. */
            activated_ip?: string | null;
            /** @description Id of the user who sent the invitation. */
            invited_by?: number | null;
            /**
             * Format: date-time
             * @description When the invitation was sent.
             */
            invited_at?: string | null;
            invited_for_key?: string | null;
            invited_for_value?: string | null;
            /** @description Id of the user that came of the registration. */
            user_id?: number | null;
            /**
             * Format: date-time
             * @description When that user was created.
             */
            user_created_at?: string | null;
            /** @description Address it was created from. Defaults to the caller's. */
            created_ip?: string | null;
            /** @description Id of the registration that it came of. */
            registration_id?: number | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When they last signed in.
             */
            last_login_at?: string | null;
            /** @description Address of the last sign-in. */
            last_login_ip?: string | null;
            /**
             * Format: date-time
             * @description When a token of theirs was last used.
             */
            api_token_used_at?: string | null;
            /** @description Address of that use. */
            api_token_used_ip?: string | null;
            /**
             * Format: date-time
             * @description When the account was activated.
             */
            activated_at?: string | null;
            affiliate_code?: string | null;
            /**
             * Format: date-time
             * @description When the affiliate code was last used.
             */
            affiliate_code_used_at?: string | null;
            /**
             * Format: date-time
             * @description When the code was sent.
             */
            reset_password_code_sent_at?: string | null;
            /**
             * Format: date-time
             * @description When the code was used.
             */
            reset_password_code_used_at?: string | null;
            /** @description Their id in a system of yours. */
            foreign_user_id?: number | null;
            /** @description Code that proves the email address. */
            activation_code?: string | null;
            /** @description Kept as a digest. */
            remember_token?: string | null;
            /** @description Kept as a digest. */
            login_otp?: string | null;
            /** @description Kept as a digest. */
            reset_password_code?: string | null;
            /** @description A token to assign. Only beside an `Authorization` header (without one, this field is the credential); needs `can-assign-api-tokens`. */
            api_token?: string;
        };
        /** @description One page of a list, shaped as Laravel shapes it. */
        UserPage: {
            current_page: number;
            data: components["schemas"]["User"][];
            first_page_url: string;
            /** @description Number of the first record shown, from 1. */
            from: number | null;
            /** @description At least 1. */
            last_page: number;
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
            /** @description Null on the last page. */
            next_page_url: string | null;
            /** @description Address of the list, without a query. */
            path: string;
            per_page: number;
            /** @description Null on the first page. */
            prev_page_url: string | null;
            /** @description Number of the last record shown. */
            to: number | null;
            /** @description Records on all pages. */
            total: number;
        };
        /** @description One page of a list, shaped as Laravel shapes it. */
        RolePage: {
            current_page: number;
            data: components["schemas"]["Role"][];
            first_page_url: string;
            /** @description Number of the first record shown, from 1. */
            from: number | null;
            /** @description At least 1. */
            last_page: number;
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
            /** @description Null on the last page. */
            next_page_url: string | null;
            /** @description Address of the list, without a query. */
            path: string;
            per_page: number;
            /** @description Null on the first page. */
            prev_page_url: string | null;
            /** @description Number of the last record shown. */
            to: number | null;
            /** @description Records on all pages. */
            total: number;
        };
        /** @description One page of a list, shaped as Laravel shapes it. */
        PermissionPage: {
            current_page: number;
            data: components["schemas"]["Permission"][];
            first_page_url: string;
            /** @description Number of the first record shown, from 1. */
            from: number | null;
            /** @description At least 1. */
            last_page: number;
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
            /** @description Null on the last page. */
            next_page_url: string | null;
            /** @description Address of the list, without a query. */
            path: string;
            per_page: number;
            /** @description Null on the first page. */
            prev_page_url: string | null;
            /** @description Number of the last record shown. */
            to: number | null;
            /** @description Records on all pages. */
            total: number;
        };
        /** @description One page of a list, shaped as Laravel shapes it. */
        TaxonomyPage: {
            current_page: number;
            data: components["schemas"]["Taxonomy"][];
            first_page_url: string;
            /** @description Number of the first record shown, from 1. */
            from: number | null;
            /** @description At least 1. */
            last_page: number;
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
            /** @description Null on the last page. */
            next_page_url: string | null;
            /** @description Address of the list, without a query. */
            path: string;
            per_page: number;
            /** @description Null on the first page. */
            prev_page_url: string | null;
            /** @description Number of the last record shown. */
            to: number | null;
            /** @description Records on all pages. */
            total: number;
        };
        RoleCreate: {
            /** @description Unique. */
            name: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug?: string;
            details?: string | null;
            /** @description An inactive role counts for nothing. */
            is_active?: boolean;
            /**
             * @description Where the role is used. Defaults to `backend`.
             * @enum {string}
             */
            type?: "frontend" | "backend";
        };
        RoleUpdate: {
            /** @description Unique. */
            name?: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug?: string;
            details?: string | null;
            /** @description An inactive role counts for nothing. */
            is_active?: boolean;
            /**
             * @description Where the role is used. Defaults to `backend`.
             * @enum {string}
             */
            type?: "frontend" | "backend";
        };
        TaxonomyCreate: {
            /** @description Unique among its siblings. */
            name: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug?: string;
            /** @description An inactive term is listed, but not for use. */
            is_active?: boolean;
            excerpt?: string | null;
            details?: string | null;
            notes?: string | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta?: {
                [key: string]: unknown;
            };
            /** @description A taxonomy type's slug, id or uuid. */
            type: string | number;
            /** @description A term's slug, id or uuid: of the same type, or of its parent type. */
            parent?: string | number | null;
        };
        TaxonomyUpdate: {
            /** @description Unique among its siblings. */
            name?: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug?: string;
            /** @description An inactive term is listed, but not for use. */
            is_active?: boolean;
            excerpt?: string | null;
            details?: string | null;
            notes?: string | null;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta?: {
                [key: string]: unknown;
            };
            /** @description A taxonomy type's slug, id or uuid. */
            type?: string | number;
            /** @description A term's slug, id or uuid: of the same type, or of its parent type. */
            parent?: string | number | null;
        };
        TaxonomyTypeCreate: {
            /** @description Unique. */
            name: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug?: string;
            /** @description An inactive type is listed, but not for use. */
            is_active?: boolean;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta?: {
                [key: string]: unknown;
            };
            /** @description A taxonomy type's slug, id or uuid. */
            parent?: string | number | null;
        };
        TaxonomyTypeUpdate: {
            /** @description Unique. */
            name?: string;
            /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
            slug?: string;
            /** @description An inactive type is listed, but not for use. */
            is_active?: boolean;
            /** @description Free-form data of your own, at most 64 KiB as JSON. */
            meta?: {
                [key: string]: unknown;
            };
            /** @description A taxonomy type's slug, id or uuid. */
            parent?: string | number | null;
        };
        /** @description One page of a list, shaped as Laravel shapes it. */
        TaxonomyTypePage: {
            current_page: number;
            data: components["schemas"]["TaxonomyType"][];
            first_page_url: string;
            /** @description Number of the first record shown, from 1. */
            from: number | null;
            /** @description At least 1. */
            last_page: number;
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
            /** @description Null on the last page. */
            next_page_url: string | null;
            /** @description Address of the list, without a query. */
            path: string;
            per_page: number;
            /** @description Null on the first page. */
            prev_page_url: string | null;
            /** @description Number of the last record shown. */
            to: number | null;
            /** @description Records on all pages. */
            total: number;
        };
        /** @description One page of a list, shaped as Laravel shapes it. */
        TokenPage: {
            current_page: number;
            data: components["schemas"]["Token"][];
            first_page_url: string;
            /** @description Number of the first record shown, from 1. */
            from: number | null;
            /** @description At least 1. */
            last_page: number;
            last_page_url: string;
            links: components["schemas"]["PageLink"][];
            /** @description Null on the last page. */
            next_page_url: string | null;
            /** @description Address of the list, without a query. */
            path: string;
            per_page: number;
            /** @description Null on the first page. */
            prev_page_url: string | null;
            /** @description Number of the last record shown. */
            to: number | null;
            /** @description Records on all pages. */
            total: number;
        };
        TokenCreate: {
            /** @description What it is for. */
            name: string;
            /** @description Slugs of what it may do, all of them held by its user now. Without it: all its user may. */
            permissions?: string[];
            /**
             * Format: date-time
             * @description When it stops working; null: never. Without it: TOKEN_TTL_DAYS from now.
             */
            expires_at?: string | null;
        };
    };
    responses: {
        /** @description Not changed since the ETag of `If-None-Match`. */
        304: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body cannot be read, or a column, filter, sort or relation is unknown. */
        400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description No token, or one that is unknown, expired or revoked; or a wrong email or password. */
        401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Not allowed; names the permission that is missing. */
        403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description No such record. */
        404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The path does not answer the method that was used; `Allow` names those it does. */
        405: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Taken, ambiguous, or a state that forbids it. */
        409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The record has changed since the ETag of `If-Match` was read. */
        412: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The body is too large. */
        413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description The path is too long. */
        414: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description An encoding that is not accepted. */
        415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description A value is missing, of the wrong type or out of range, or a field is unknown. */
        422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Too many attempts, or more calls of one token than it has points a minute, where the service counts them; try again after `Retry-After` seconds. */
        429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description Overloaded, starting, stopping, the database cannot be reached, or a list that takes too long to read. */
        503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Failure"];
            };
        };
        /** @description What was asked for. */
        Signin: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["User"] & {
                            /** @description Shown once. Send it as `Authorization: Bearer`. */
                            api_token: string;
                            /**
                             * Format: date-time
                             * @description When the token stops working; null: never.
                             */
                            expires_at: string | null;
                        };
                    };
                };
            };
        };
        /** @description Saved successfully */
        Signup: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["User"] | components["schemas"]["Registration"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        Signout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        Me: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        token: components["schemas"]["Token"];
                        /** @description Those that count now. */
                        roles: components["schemas"]["RoleInForce"][];
                        /** @description Slugs of all they may do now, with this token. */
                        permissions: string[];
                        /** @description For each resource, how far their leave goes. */
                        may: {
                            registrations: {
                                operations: {
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    list: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    read: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    create: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    update: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    delete: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    restore: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    destroy: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    "create-user": "all" | "own" | "none";
                                };
                                relations: {
                                    user: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    invited_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    created_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    updated_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    deleted_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                };
                            };
                            users: {
                                operations: {
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    list: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    read: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    create: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    update: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    delete: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    restore: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    destroy: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    "has-role": "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    "has-permission": "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    checks: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    tokens: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    "tokens-create": "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    "tokens-revoke": "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    "token-revoke": "all" | "own" | "none";
                                };
                                relations: {
                                    roles: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    permissions: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    taxonomies: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    registration: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    invited_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    created_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    updated_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    deleted_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                };
                            };
                            roles: {
                                operations: {
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    list: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    read: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    create: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    update: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    delete: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    restore: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    destroy: "all" | "own" | "none";
                                };
                                relations: {
                                    users: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    permissions: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    created_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    updated_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    deleted_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                };
                            };
                            permissions: {
                                operations: {
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    list: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    read: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    delete: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    restore: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    destroy: "all" | "own" | "none";
                                };
                                relations: {
                                    roles: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    users: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    created_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    updated_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    deleted_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                };
                            };
                            taxonomies: {
                                operations: {
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    list: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    read: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    create: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    update: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    delete: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    restore: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    destroy: "all" | "own" | "none";
                                };
                                relations: {
                                    type: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    parent: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    children: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    users: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    created_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    updated_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    deleted_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                };
                            };
                            "taxonomy-types": {
                                operations: {
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    list: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    read: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    create: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    update: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    delete: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    restore: "all" | "own" | "none";
                                    /**
                                     * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                     * @enum {string}
                                     */
                                    destroy: "all" | "own" | "none";
                                };
                                relations: {
                                    parent: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    children: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    taxonomies: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        write: "all" | "own" | "none";
                                    };
                                    created_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    updated_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                    deleted_by: {
                                        /**
                                         * @description `all`: any record, within the rules; `own`: their own alone; `none`.
                                         * @enum {string}
                                         */
                                        read: "all" | "own" | "none";
                                    };
                                };
                            };
                        };
                    };
                };
            };
        };
        /** @description Saved successfully */
        Setup: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["User"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved successfully. */
        RegistrationsCreate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["Registration"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RegistrationsUpdateMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["Registration"][];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        RegistrationsDeleteMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved successfully. */
        RegistrationsCreateOne: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["Registration"][];
                    };
                    messages: string[];
                } | {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["Registration"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RegistrationsGet: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Registration"];
                };
            };
        };
        /** @description Saved */
        RegistrationsChange: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Registration"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        RegistrationsDestroy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RegistrationsList: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        list: components["schemas"]["RegistrationPage"];
                    };
                };
            };
        };
        /** @description The record. */
        RegistrationsRead: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Registration"];
                };
            };
        };
        /** @description Saved */
        RegistrationsUpdate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Registration"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        RegistrationsDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RegistrationsRestore: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Registration"];
                    messages: string[];
                };
            };
        };
        /** @description User is created. */
        RegistrationsCreateUser: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RegistrationsRelationshipsUser: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        user: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description Saved */
        RegistrationsRelationshipsUserPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        user: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RegistrationsRelationshipsUserPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        user: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RegistrationsRelationshipsUserPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        user: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RegistrationsRelationshipsUserDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        user: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RegistrationsRelationshipsInvitedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description Saved */
        RegistrationsRelationshipsInvitedByPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RegistrationsRelationshipsInvitedByPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RegistrationsRelationshipsInvitedByPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RegistrationsRelationshipsInvitedByDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RegistrationsRelationshipsCreatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        created_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        RegistrationsRelationshipsUpdatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        updated_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        RegistrationsRelationshipsDeletedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        registration: components["schemas"]["Registration"];
                        deleted_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description Saved successfully. */
        UsersCreate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["User"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersUpdateMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["User"][];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        UsersDeleteMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved successfully. */
        UsersCreateOne: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["User"][];
                    };
                    messages: string[];
                } | {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["User"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        UsersGet: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["User"];
                };
            };
        };
        /** @description Saved */
        UsersChange: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["User"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        UsersDestroy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        UsersList: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        list: components["schemas"]["UserPage"];
                    };
                };
            };
        };
        /** @description The record. */
        UsersRead: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["User"];
                };
            };
        };
        /** @description Saved */
        UsersUpdate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["User"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        UsersDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRestore: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["User"];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        UsersRoles: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        roles: components["schemas"]["RolePage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        UsersPermissions: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        permissions: components["schemas"]["PermissionPage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        UsersTaxonomies: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                };
            };
        };
        /** @description True or false. */
        UsersHasRole: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: boolean;
                };
            };
        };
        /** @description What was asked for. */
        UsersHasPermission: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description With `explain=true`, why or why not. */
                    data: boolean | components["schemas"]["Explanation"];
                };
            };
        };
        /** @description What was asked for. */
        UsersChecks: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        results: components["schemas"]["CheckResult"][];
                    };
                };
            };
        };
        /** @description What was asked for. */
        UsersRelationshipsRoles: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        roles: components["schemas"]["RolePage"];
                    };
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsRolesPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        roles: components["schemas"]["RolePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsRolesPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        roles: components["schemas"]["RolePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsRolesPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        roles: components["schemas"]["RolePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsRolesDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        roles: components["schemas"]["RolePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        UsersRelationshipsPermissions: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        permissions: components["schemas"]["PermissionPage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        UsersRelationshipsTaxonomies: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsTaxonomiesPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsTaxonomiesPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsTaxonomiesPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsTaxonomiesDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        UsersRelationshipsRegistration: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        registration: components["schemas"]["Registration"] | null;
                    };
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsRegistrationPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        registration: components["schemas"]["Registration"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsRegistrationPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        registration: components["schemas"]["Registration"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsRegistrationPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        registration: components["schemas"]["Registration"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsRegistrationDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        registration: components["schemas"]["Registration"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        UsersRelationshipsInvitedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsInvitedByPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsInvitedByPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsInvitedByPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        UsersRelationshipsInvitedByDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        invited_by: components["schemas"]["User"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        UsersRelationshipsCreatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        created_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        UsersRelationshipsUpdatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        updated_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        UsersRelationshipsDeletedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        user: components["schemas"]["User"];
                        deleted_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description Saved successfully. */
        RolesCreate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Role"] & {
                        item: components["schemas"]["Role"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RolesUpdateMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["Role"][];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        RolesDeleteMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved successfully. */
        RolesCreateOne: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["Role"][];
                    };
                    messages: string[];
                } | {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Role"] & {
                        item: components["schemas"]["Role"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RolesGet: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Role"];
                };
            };
        };
        /** @description Saved */
        RolesChange: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Role"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        RolesDestroy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RolesList: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        list: components["schemas"]["RolePage"];
                    };
                };
            };
        };
        /** @description The record. */
        RolesRead: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Role"];
                };
            };
        };
        /** @description Saved */
        RolesUpdate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Role"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        RolesDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RolesRestore: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Role"];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RolesUsers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        users: components["schemas"]["UserPage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        RolesPermissions: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        permissions: components["schemas"]["PermissionPage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        RolesRelationshipsUsers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        users: components["schemas"]["UserPage"];
                    };
                };
            };
        };
        /** @description Saved */
        RolesRelationshipsUsersPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        users: components["schemas"]["UserPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RolesRelationshipsUsersPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        users: components["schemas"]["UserPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RolesRelationshipsUsersPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        users: components["schemas"]["UserPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RolesRelationshipsUsersDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        users: components["schemas"]["UserPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RolesRelationshipsPermissions: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        permissions: components["schemas"]["PermissionPage"];
                    };
                };
            };
        };
        /** @description Saved */
        RolesRelationshipsPermissionsPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        permissions: components["schemas"]["PermissionPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RolesRelationshipsPermissionsPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        permissions: components["schemas"]["PermissionPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RolesRelationshipsPermissionsPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        permissions: components["schemas"]["PermissionPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        RolesRelationshipsPermissionsDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        permissions: components["schemas"]["PermissionPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        RolesRelationshipsCreatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        created_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        RolesRelationshipsUpdatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        updated_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        RolesRelationshipsDeletedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        role: components["schemas"]["Role"];
                        deleted_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description Action was successful */
        PermissionsDeleteMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        PermissionsGet: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Permission"];
                };
            };
        };
        /** @description Action was successful */
        PermissionsDestroy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        PermissionsList: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        list: components["schemas"]["PermissionPage"];
                    } | components["schemas"]["PermissionPage"];
                };
            };
        };
        /** @description The record. */
        PermissionsRead: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Permission"];
                };
            };
        };
        /** @description Action was successful */
        PermissionsDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        PermissionsRestore: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Permission"];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        PermissionsRoles: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                    } | {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                        permissions: components["schemas"]["RolePage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        PermissionsUsers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        users: components["schemas"]["UserPage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        PermissionsRelationshipsRoles: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                    } | {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                        permissions: components["schemas"]["RolePage"];
                    };
                };
            };
        };
        /** @description Saved */
        PermissionsRelationshipsRolesPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                    } | {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                        permissions: components["schemas"]["RolePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        PermissionsRelationshipsRolesPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                    } | {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                        permissions: components["schemas"]["RolePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        PermissionsRelationshipsRolesPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                    } | {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                        permissions: components["schemas"]["RolePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        PermissionsRelationshipsRolesDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                    } | {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        roles: components["schemas"]["RolePage"];
                        permissions: components["schemas"]["RolePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        PermissionsRelationshipsUsers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        role: components["schemas"]["Permission"];
                        users: components["schemas"]["UserPage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        PermissionsRelationshipsCreatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        created_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        PermissionsRelationshipsUpdatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        updated_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        PermissionsRelationshipsDeletedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        permission: components["schemas"]["Permission"];
                        deleted_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description Saved successfully. */
        TaxonomiesCreate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["Taxonomy"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesUpdateMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["Taxonomy"][];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        TaxonomiesDeleteMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved successfully. */
        TaxonomiesCreateOne: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["Taxonomy"][];
                    };
                    messages: string[];
                } | {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["Taxonomy"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesGet: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Taxonomy"];
                };
            };
        };
        /** @description Saved */
        TaxonomiesChange: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Taxonomy"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        TaxonomiesDestroy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesList: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        list: components["schemas"]["TaxonomyPage"];
                    };
                };
            };
        };
        /** @description The record. */
        TaxonomiesRead: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Taxonomy"];
                };
            };
        };
        /** @description Saved */
        TaxonomiesUpdate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Taxonomy"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        TaxonomiesDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRestore: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["Taxonomy"];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesUsers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        users: components["schemas"]["UserPage"];
                    };
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesRelationshipsType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        type: components["schemas"]["TaxonomyType"] | null;
                    };
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsTypePost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        type: components["schemas"]["TaxonomyType"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsTypePut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        type: components["schemas"]["TaxonomyType"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsTypePatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        type: components["schemas"]["TaxonomyType"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsTypeDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        type: components["schemas"]["TaxonomyType"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesRelationshipsParent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        parent: components["schemas"]["Taxonomy"] | null;
                    };
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsParentPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        parent: components["schemas"]["Taxonomy"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsParentPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        parent: components["schemas"]["Taxonomy"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsParentPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        parent: components["schemas"]["Taxonomy"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsParentDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        parent: components["schemas"]["Taxonomy"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesRelationshipsChildren: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        children: components["schemas"]["TaxonomyPage"];
                    };
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsChildrenPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        children: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsChildrenPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        children: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsChildrenPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        children: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsChildrenDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        children: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesRelationshipsUsers: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        users: components["schemas"]["UserPage"];
                    };
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsUsersPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        users: components["schemas"]["UserPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsUsersPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        users: components["schemas"]["UserPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsUsersPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        users: components["schemas"]["UserPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomiesRelationshipsUsersDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        users: components["schemas"]["UserPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesRelationshipsCreatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        created_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesRelationshipsUpdatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        updated_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        TaxonomiesRelationshipsDeletedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy: components["schemas"]["Taxonomy"];
                        deleted_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description Saved successfully. */
        TaxonomyTypesCreate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["TaxonomyType"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesUpdateMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["TaxonomyType"][];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        TaxonomyTypesDeleteMany: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved successfully. */
        TaxonomyTypesCreateOne: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        items: components["schemas"]["TaxonomyType"][];
                    };
                    messages: string[];
                } | {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["TaxonomyType"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomyTypesGet: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["TaxonomyType"];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesChange: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["TaxonomyType"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        TaxonomyTypesDestroy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomyTypesList: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        list: components["schemas"]["TaxonomyTypePage"];
                    };
                };
            };
        };
        /** @description The record. */
        TaxonomyTypesRead: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["TaxonomyType"];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesUpdate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["TaxonomyType"];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        TaxonomyTypesDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRestore: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: components["schemas"]["TaxonomyType"];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomyTypesRelationshipsParent: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        parent: components["schemas"]["TaxonomyType"] | null;
                    };
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsParentPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        parent: components["schemas"]["TaxonomyType"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsParentPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        parent: components["schemas"]["TaxonomyType"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsParentPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        parent: components["schemas"]["TaxonomyType"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsParentDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        parent: components["schemas"]["TaxonomyType"] | null;
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomyTypesRelationshipsChildren: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        children: components["schemas"]["TaxonomyTypePage"];
                    };
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsChildrenPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        children: components["schemas"]["TaxonomyTypePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsChildrenPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        children: components["schemas"]["TaxonomyTypePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsChildrenPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        children: components["schemas"]["TaxonomyTypePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsChildrenDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        children: components["schemas"]["TaxonomyTypePage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomyTypesRelationshipsTaxonomies: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsTaxonomiesPost: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsTaxonomiesPut: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsTaxonomiesPatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description Saved */
        TaxonomyTypesRelationshipsTaxonomiesDelete: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        taxonomies: components["schemas"]["TaxonomyPage"];
                    };
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        TaxonomyTypesRelationshipsCreatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        created_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        TaxonomyTypesRelationshipsUpdatedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        updated_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        TaxonomyTypesRelationshipsDeletedBy: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        taxonomy_type: components["schemas"]["TaxonomyType"];
                        deleted_by: components["schemas"]["User"] | null;
                    };
                };
            };
        };
        /** @description What was asked for. */
        UsersTokens: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        list: components["schemas"]["TokenPage"];
                    };
                };
            };
        };
        /** @description Saved successfully. */
        UsersTokensCreate: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        item: components["schemas"]["Token"] & {
                            /** @description Shown once. Send it as `Authorization: Bearer`. */
                            api_token: string;
                        };
                    };
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        UsersTokensRevoke: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description Action was successful */
        UsersTokenRevoke: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    /** @description Always empty. */
                    data: unknown[];
                    messages: string[];
                };
            };
        };
        /** @description What was asked for. */
        Healthz: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        ok: boolean;
                    };
                };
            };
        };
        /** @description What was asked for. */
        Readyz: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @constant */
                    success: true;
                    /** @constant */
                    status: "success";
                    data: {
                        ok: boolean;
                    };
                };
            };
        };
    };
    parameters: {
        /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
        column: string;
        /** @description Its value. */
        value: string;
        /** @description Its id or uuid. */
        id: string;
        /** @description Id of the token. */
        token: string;
        /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
        filters: string;
        /** @description Takes all of them away; no member need be named. */
        all: boolean;
        /** @description `2` asks for the second shape of the answer. */
        variant: "2";
        /** @description The same as `variant`. */
        apiVariant: "2";
        /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
        httpStatus: "200";
        /** @description Refuse the write if the record has changed since this ETag. */
        ifMatch: string;
        /** @description Answer 304 if the record still has this ETag. */
        ifNoneMatch: string;
        /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
        idempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in the logs. One that you send, if well-formed, is kept. */
        "X-Request-Id": string;
        /** @description Names this state of the record, for `If-None-Match` and `If-Match`. */
        ETag: string;
        /** @description Seconds to wait before trying again. */
        "Retry-After": number;
        /** @description How to authenticate. */
        "WWW-Authenticate": "Bearer";
        /** @description The methods that the path answers. */
        Allow: string;
        /** @description The write was carried out before, with the same `Idempotency-Key`; this is its answer again. */
        "Idempotency-Replayed": "true";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signin: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            200: components["responses"]["Signin"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    signup: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            201: components["responses"]["Signup"];
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    signout: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Signout"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    me: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Me"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            405: components["responses"]["405"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    setup: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Setup"];
            };
        };
        responses: {
            201: components["responses"]["Setup"];
            400: components["responses"]["400"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            503: components["responses"]["503"];
        };
    };
    registrationsCreate: {
        parameters: {
            query: {
                /** @description Unique, without regard to case. */
                email: string;
                /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
                username?: string;
                display_name?: string | null;
                title?: string | null;
                designation?: string | null;
                first_name: string;
                middle_name?: string | null;
                last_name?: string | null;
                gender?: string | null;
                country_calling_code?: number | null;
                /** @description 4 to 15 digits, kept as text. */
                phone?: string | null;
                bio?: string | null;
                /** @description A name of the IANA time zone database. */
                timezone?: string | null;
                /** @description A second address. Need not be unique. */
                alternate_email?: string | null;
                /** @description http or https, at most 2,048 characters. */
                avatar_url?: string | null;
                /** @description Day of birth, not in the future. */
                birth?: string | null;
                country?: string | null;
                /** @description ISO 3166-1 alpha-2. */
                country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
                /** @description Moves forward only. `user-created` is set by creating the user. */
                status?: "email-verification-pending" | "email-verified" | "user-created";
                /** @description When the activation code was sent. */
                activation_code_sent_at?: string | null;
                /** @description Address from which the account was activated. */
                activated_ip?: string | null;
                /** @description Id of the user who sent the invitation. */
                invited_by?: number | null;
                /** @description When the invitation was sent. */
                invited_at?: string | null;
                invited_for_key?: string | null;
                invited_for_value?: string | null;
                /** @description Id of the user that came of the registration. */
                user_id?: number | null;
                /** @description When that user was created. */
                user_created_at?: string | null;
                /** @description Address it was created from. Defaults to the caller's. */
                created_ip?: string | null;
                /** @description Id of the registration that it came of. */
                registration_id?: number | null;
                /** @description Free-form data of your own, at most 64 KiB as JSON. */
                meta?: string;
                /** @description 8 to 128 characters, not among common passwords. Kept as argon2id. */
                password: string;
                /** @description Code that proves the email address. */
                activation_code?: string | null;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["RegistrationsCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsCreatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationCreate"];
            };
        };
        responses: {
            201: components["responses"]["RegistrationsCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsList: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By state. */
                status?: "email-verification-pending" | "email-verified" | "user-created";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsList"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsUpdateMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["RegistrationUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsListPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegistrationCreate"][] | components["schemas"]["RegistrationCreate"] | {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By state.
                     * @enum {string}
                     */
                    status?: "email-verification-pending" | "email-verified" | "user-created";
                };
            };
        };
        responses: {
            200: components["responses"]["RegistrationsList"];
            201: components["responses"]["RegistrationsCreateOne"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsDeleteMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: (number | string)[];
                } | (number | string)[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsDeleteMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsUpdateManyPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["RegistrationUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsGet: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsGet"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegistrationUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsDestroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsDestroy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsChangePatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegistrationUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRead: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsReadPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsUpdate: {
        parameters: {
            query?: {
                /** @description Unique, without regard to case. */
                email?: string;
                /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
                username?: string;
                display_name?: string | null;
                title?: string | null;
                designation?: string | null;
                first_name?: string;
                middle_name?: string | null;
                last_name?: string | null;
                gender?: string | null;
                country_calling_code?: number | null;
                /** @description 4 to 15 digits, kept as text. */
                phone?: string | null;
                bio?: string | null;
                /** @description A name of the IANA time zone database. */
                timezone?: string | null;
                /** @description A second address. Need not be unique. */
                alternate_email?: string | null;
                /** @description http or https, at most 2,048 characters. */
                avatar_url?: string | null;
                /** @description Day of birth, not in the future. */
                birth?: string | null;
                country?: string | null;
                /** @description ISO 3166-1 alpha-2. */
                country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
                /** @description Moves forward only. `user-created` is set by creating the user. */
                status?: "email-verification-pending" | "email-verified" | "user-created";
                /** @description When the activation code was sent. */
                activation_code_sent_at?: string | null;
                /** @description Address from which the account was activated. */
                activated_ip?: string | null;
                /** @description Id of the user who sent the invitation. */
                invited_by?: number | null;
                /** @description When the invitation was sent. */
                invited_at?: string | null;
                invited_for_key?: string | null;
                invited_for_value?: string | null;
                /** @description Id of the user that came of the registration. */
                user_id?: number | null;
                /** @description When that user was created. */
                user_created_at?: string | null;
                /** @description Address it was created from. Defaults to the caller's. */
                created_ip?: string | null;
                /** @description Id of the registration that it came of. */
                registration_id?: number | null;
                /** @description Free-form data of your own, at most 64 KiB as JSON. */
                meta?: string;
                /** @description 8 to 128 characters, not among common passwords. Kept as argon2id. */
                password?: string;
                /** @description Code that proves the email address. */
                activation_code?: string | null;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsUpdatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RegistrationUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsDeletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRestorePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsCreateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["RegistrationsCreateUser"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsCreateUserPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["RegistrationsCreateUser"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsRelationshipsUser"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsUserPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRelationshipsUserPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsUserPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRelationshipsUserPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsUserDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRelationshipsUserDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsUserPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRelationshipsUserPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsInvitedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsRelationshipsInvitedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsInvitedByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRelationshipsInvitedByPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsInvitedByPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRelationshipsInvitedByPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsInvitedByDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRelationshipsInvitedByDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsInvitedByPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RegistrationsRelationshipsInvitedByPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsCreatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsRelationshipsCreatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsUpdatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsRelationshipsUpdatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    registrationsRelationshipsDeletedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RegistrationsRelationshipsDeletedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersCreate: {
        parameters: {
            query: {
                /** @description Unique, without regard to case. */
                email: string;
                /** @description 8 to 128 characters, not among common passwords. Kept as argon2id. */
                password?: string | null;
                /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
                username?: string;
                display_name?: string | null;
                title?: string | null;
                designation?: string | null;
                first_name: string;
                middle_name?: string | null;
                last_name?: string | null;
                gender?: string | null;
                country_calling_code?: number | null;
                /** @description 4 to 15 digits, kept as text. */
                phone?: string | null;
                bio?: string | null;
                /** @description A name of the IANA time zone database. */
                timezone?: string | null;
                /** @description A second address. Need not be unique. */
                alternate_email?: string | null;
                /** @description http or https, at most 2,048 characters. */
                avatar_url?: string | null;
                /** @description Day of birth, not in the future. */
                birth?: string | null;
                country?: string | null;
                /** @description ISO 3166-1 alpha-2. */
                country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
                /** @description Their web site. */
                website?: string | null;
                /** @description An inactive user cannot sign in, and their tokens stop working at once. */
                is_active?: boolean;
                /** @description The same fact as `is_active`. */
                status?: "active" | "inactive";
                /** @description When the activation code was sent. */
                activation_code_sent_at?: string | null;
                /** @description Address from which the account was activated. */
                activated_ip?: string | null;
                /** @description Id of the user who sent the invitation. */
                invited_by?: number | null;
                /** @description When the invitation was sent. */
                invited_at?: string | null;
                invited_for_key?: string | null;
                invited_for_value?: string | null;
                /** @description Id of the user that came of the registration. */
                user_id?: number | null;
                /** @description When that user was created. */
                user_created_at?: string | null;
                /** @description Address it was created from. Defaults to the caller's. */
                created_ip?: string | null;
                /** @description Id of the registration that it came of. */
                registration_id?: number | null;
                /** @description Free-form data of your own, at most 64 KiB as JSON. */
                meta?: string;
                /** @description When they last signed in. */
                last_login_at?: string | null;
                /** @description Address of the last sign-in. */
                last_login_ip?: string | null;
                /** @description When a token of theirs was last used. */
                api_token_used_at?: string | null;
                /** @description Address of that use. */
                api_token_used_ip?: string | null;
                /** @description When the account was activated. */
                activated_at?: string | null;
                affiliate_code?: string | null;
                /** @description When the affiliate code was last used. */
                affiliate_code_used_at?: string | null;
                /** @description When the code was sent. */
                reset_password_code_sent_at?: string | null;
                /** @description When the code was used. */
                reset_password_code_used_at?: string | null;
                /** @description Their id in a system of yours. */
                foreign_user_id?: number | null;
                /** @description Code that proves the email address. */
                activation_code?: string | null;
                /** @description Kept as a digest. */
                remember_token?: string | null;
                /** @description Kept as a digest. */
                login_otp?: string | null;
                /** @description Kept as a digest. */
                reset_password_code?: string | null;
                /** @description A token to assign. Only beside an `Authorization` header (without one, this field is the credential); needs `can-assign-api-tokens`. */
                api_token?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["UsersCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersCreatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreate"];
            };
        };
        responses: {
            201: components["responses"]["UsersCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersList: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersList"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersUpdateMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["UserUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["UsersUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersListPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserCreate"][] | components["schemas"]["UserCreate"] | {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By `is_active`.
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                };
            };
        };
        responses: {
            200: components["responses"]["UsersList"];
            201: components["responses"]["UsersCreateOne"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersDeleteMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: (number | string)[];
                } | (number | string)[];
            };
        };
        responses: {
            200: components["responses"]["UsersDeleteMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersUpdateManyPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["UserUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["UsersUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersGet: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersGet"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: components["responses"]["UsersChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersDestroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersDestroy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersChangePatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: components["responses"]["UsersChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRead: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersReadPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["UsersRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersUpdate: {
        parameters: {
            query?: {
                /** @description Unique, without regard to case. */
                email?: string;
                /** @description 8 to 128 characters, not among common passwords. Kept as argon2id. */
                password?: string | null;
                /** @description Letters, digits and . _ - @. Unique, without regard to case. Defaults to the email's local part. */
                username?: string;
                display_name?: string | null;
                title?: string | null;
                designation?: string | null;
                first_name?: string;
                middle_name?: string | null;
                last_name?: string | null;
                gender?: string | null;
                country_calling_code?: number | null;
                /** @description 4 to 15 digits, kept as text. */
                phone?: string | null;
                bio?: string | null;
                /** @description A name of the IANA time zone database. */
                timezone?: string | null;
                /** @description A second address. Need not be unique. */
                alternate_email?: string | null;
                /** @description http or https, at most 2,048 characters. */
                avatar_url?: string | null;
                /** @description Day of birth, not in the future. */
                birth?: string | null;
                country?: string | null;
                /** @description ISO 3166-1 alpha-2. */
                country_code?: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
                /** @description Their web site. */
                website?: string | null;
                /** @description An inactive user cannot sign in, and their tokens stop working at once. */
                is_active?: boolean;
                /** @description The same fact as `is_active`. */
                status?: "active" | "inactive";
                /** @description When the activation code was sent. */
                activation_code_sent_at?: string | null;
                /** @description Address from which the account was activated. */
                activated_ip?: string | null;
                /** @description Id of the user who sent the invitation. */
                invited_by?: number | null;
                /** @description When the invitation was sent. */
                invited_at?: string | null;
                invited_for_key?: string | null;
                invited_for_value?: string | null;
                /** @description Id of the user that came of the registration. */
                user_id?: number | null;
                /** @description When that user was created. */
                user_created_at?: string | null;
                /** @description Address it was created from. Defaults to the caller's. */
                created_ip?: string | null;
                /** @description Id of the registration that it came of. */
                registration_id?: number | null;
                /** @description Free-form data of your own, at most 64 KiB as JSON. */
                meta?: string;
                /** @description When they last signed in. */
                last_login_at?: string | null;
                /** @description Address of the last sign-in. */
                last_login_ip?: string | null;
                /** @description When a token of theirs was last used. */
                api_token_used_at?: string | null;
                /** @description Address of that use. */
                api_token_used_ip?: string | null;
                /** @description When the account was activated. */
                activated_at?: string | null;
                affiliate_code?: string | null;
                /** @description When the affiliate code was last used. */
                affiliate_code_used_at?: string | null;
                /** @description When the code was sent. */
                reset_password_code_sent_at?: string | null;
                /** @description When the code was used. */
                reset_password_code_used_at?: string | null;
                /** @description Their id in a system of yours. */
                foreign_user_id?: number | null;
                /** @description Code that proves the email address. */
                activation_code?: string | null;
                /** @description Kept as a digest. */
                remember_token?: string | null;
                /** @description Kept as a digest. */
                login_otp?: string | null;
                /** @description Kept as a digest. */
                reset_password_code?: string | null;
                /** @description A token to assign. Only beside an `Authorization` header (without one, this field is the credential); needs `can-assign-api-tokens`. */
                api_token?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersUpdatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            200: components["responses"]["UsersUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersDeletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRestorePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRoles: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By state, or by the type of role. */
                filter?: "active" | "inactive" | "frontend" | "backend";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRoles"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRolesPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By state, or by the type of role.
                     * @enum {string}
                     */
                    filter?: "active" | "inactive" | "frontend" | "backend";
                };
            };
        };
        responses: {
            200: components["responses"]["UsersRoles"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersPermissions: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description `active` or `inactive`, or the name of a module, which `section` may narrow. */
                filter?: string;
                /** @description Of the module that `filter` names. */
                section?: string;
                /** @description Tells which roles and links it comes through. */
                explain?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersPermissions"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersPermissionsPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /** @description `active` or `inactive`, or the name of a module, which `section` may narrow. */
                    filter?: string;
                    /** @description Of the module that `filter` names. */
                    section?: string;
                    /**
                     * @description Tells which roles and links it comes through.
                     * @default false
                     */
                    explain?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["UsersPermissions"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersTaxonomies: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Slugs of taxonomy types: terms of any of them. */
                types?: string[];
                /** @description Lists the roots, each with `children` nested to any depth. */
                with_children?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersTaxonomies"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersTaxonomiesPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By `is_active`.
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                    /** @description Slugs of taxonomy types: terms of any of them. */
                    types?: string[];
                    /**
                     * @description Lists the roots, each with `children` nested to any depth.
                     * @default false
                     */
                    with_children?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["UsersTaxonomies"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersHasRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
                /** @description Its slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersHasRole"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersHasRolePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
                /** @description Its slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersHasRole"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersHasPermission: {
        parameters: {
            query?: {
                /** @description Tells which roles and links it comes through. */
                explain?: boolean;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
                /** @description Its slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersHasPermission"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersHasPermissionPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
                /** @description Its slug. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Tells which roles and links it comes through.
                     * @default false
                     */
                    explain?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["UsersHasPermission"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersChecks: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Id or uuid of the user. */
                    user: number | string;
                    /** @description Slug of a role. */
                    role?: string;
                    /** @description Slug of a permission; this or a role. */
                    permission?: string;
                }[];
            };
        };
        responses: {
            200: components["responses"]["UsersChecks"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRoles: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By state, or by the type of role. */
                filter?: "active" | "inactive" | "frontend" | "backend";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRelationshipsRoles"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRolesPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsRolesPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRolesPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsRolesPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRolesDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsRolesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRolesPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsRolesPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsPermissions: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description `active` or `inactive`, or the name of a module, which `section` may narrow. */
                filter?: string;
                /** @description Of the module that `filter` names. */
                section?: string;
                /** @description Tells which roles and links it comes through. */
                explain?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRelationshipsPermissions"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsTaxonomies: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Slugs of taxonomy types: terms of any of them. */
                types?: string[];
                /** @description Lists the roots, each with `children` nested to any depth. */
                with_children?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRelationshipsTaxonomies"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsTaxonomiesPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsTaxonomiesPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsTaxonomiesPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsTaxonomiesPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsTaxonomiesDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsTaxonomiesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsTaxonomiesPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsTaxonomiesPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRegistration: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRelationshipsRegistration"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRegistrationPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsRegistrationPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRegistrationPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsRegistrationPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRegistrationDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsRegistrationDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsRegistrationPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsRegistrationPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsInvitedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRelationshipsInvitedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsInvitedByPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsInvitedByPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsInvitedByPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsInvitedByPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsInvitedByDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsInvitedByDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsInvitedByPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["UsersRelationshipsInvitedByPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsCreatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRelationshipsCreatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsUpdatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRelationshipsUpdatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersRelationshipsDeletedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersRelationshipsDeletedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesCreate: {
        parameters: {
            query: {
                /** @description Unique. */
                name: string;
                /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
                slug?: string;
                details?: string | null;
                /** @description An inactive role counts for nothing. */
                is_active?: boolean;
                /** @description Where the role is used. Defaults to `backend`. */
                type?: "frontend" | "backend";
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["RolesCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesCreatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleCreate"];
            };
        };
        responses: {
            201: components["responses"]["RolesCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesList: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By state, or by the type of role. */
                filter?: "active" | "inactive" | "frontend" | "backend";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesList"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesUpdateMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["RoleUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["RolesUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesListPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RoleCreate"][] | components["schemas"]["RoleCreate"] | {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By state, or by the type of role.
                     * @enum {string}
                     */
                    filter?: "active" | "inactive" | "frontend" | "backend";
                };
            };
        };
        responses: {
            200: components["responses"]["RolesList"];
            201: components["responses"]["RolesCreateOne"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesDeleteMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: (number | string)[];
                } | (number | string)[];
            };
        };
        responses: {
            200: components["responses"]["RolesDeleteMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesUpdateManyPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["RoleUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["RolesUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesGet: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesGet"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RoleUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RolesChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesDestroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesDestroy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesChangePatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RoleUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RolesChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRead: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesReadPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["RolesRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesUpdate: {
        parameters: {
            query?: {
                /** @description Unique. */
                name?: string;
                /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
                slug?: string;
                details?: string | null;
                /** @description An inactive role counts for nothing. */
                is_active?: boolean;
                /** @description Where the role is used. Defaults to `backend`. */
                type?: "frontend" | "backend";
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesUpdatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RoleUpdate"];
            };
        };
        responses: {
            200: components["responses"]["RolesUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesDeletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRestorePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesUsers: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesUsersPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By `is_active`.
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                };
            };
        };
        responses: {
            200: components["responses"]["RolesUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesPermissions: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description `active` or `inactive`, or the name of a module, which `section` may narrow. */
                filter?: string;
                /** @description Of the module that `filter` names. */
                section?: string;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesPermissions"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesPermissionsPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /** @description `active` or `inactive`, or the name of a module, which `section` may narrow. */
                    filter?: string;
                    /** @description Of the module that `filter` names. */
                    section?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["RolesPermissions"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsUsers: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesRelationshipsUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsUsersPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RolesRelationshipsUsersPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsUsersPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RolesRelationshipsUsersPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsUsersDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RolesRelationshipsUsersDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsUsersPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RolesRelationshipsUsersPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsPermissions: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description `active` or `inactive`, or the name of a module, which `section` may narrow. */
                filter?: string;
                /** @description Of the module that `filter` names. */
                section?: string;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesRelationshipsPermissions"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsPermissionsPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RolesRelationshipsPermissionsPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsPermissionsPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RolesRelationshipsPermissionsPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsPermissionsDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RolesRelationshipsPermissionsDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsPermissionsPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["RolesRelationshipsPermissionsPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsCreatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesRelationshipsCreatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsUpdatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesRelationshipsUpdatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    rolesRelationshipsDeletedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["RolesRelationshipsDeletedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsList: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description `active` or `inactive`, or the name of a module, which `section` may narrow. */
                filter?: string;
                /** @description Of the module that `filter` names. */
                section?: string;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsList"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsListPost: {
        parameters: {
            query?: {
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /** @description `active` or `inactive`, or the name of a module, which `section` may narrow. */
                    filter?: string;
                    /** @description Of the module that `filter` names. */
                    section?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["PermissionsList"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsDeleteMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: (number | string)[];
                } | (number | string)[];
            };
        };
        responses: {
            200: components["responses"]["PermissionsDeleteMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsGet: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsGet"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsDestroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsDestroy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRead: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsReadPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["PermissionsRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsDelete: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsDeletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRestore: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRestorePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRoles: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By state, or by the type of role. */
                filter?: "active" | "inactive" | "frontend" | "backend";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRoles"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRolesPost: {
        parameters: {
            query?: {
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By state, or by the type of role.
                     * @enum {string}
                     */
                    filter?: "active" | "inactive" | "frontend" | "backend";
                };
            };
        };
        responses: {
            200: components["responses"]["PermissionsRoles"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsUsers: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsUsersPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By `is_active`.
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                };
            };
        };
        responses: {
            200: components["responses"]["PermissionsUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsRoles: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By state, or by the type of role. */
                filter?: "active" | "inactive" | "frontend" | "backend";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRelationshipsRoles"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsRolesPut: {
        parameters: {
            query?: {
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["PermissionsRelationshipsRolesPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsRolesPost: {
        parameters: {
            query?: {
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["PermissionsRelationshipsRolesPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsRolesDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["PermissionsRelationshipsRolesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsRolesPatch: {
        parameters: {
            query?: {
                /** @description `2` asks for the second shape of the answer. */
                variant?: components["parameters"]["variant"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description The same as `variant`. */
                "X-Api-Variant"?: components["parameters"]["apiVariant"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["PermissionsRelationshipsRolesPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsUsers: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRelationshipsUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsCreatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRelationshipsCreatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsUpdatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRelationshipsUpdatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    permissionsRelationshipsDeletedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["PermissionsRelationshipsDeletedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesCreate: {
        parameters: {
            query: {
                /** @description Unique among its siblings. */
                name: string;
                /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
                slug?: string;
                /** @description An inactive term is listed, but not for use. */
                is_active?: boolean;
                excerpt?: string | null;
                details?: string | null;
                notes?: string | null;
                /** @description Free-form data of your own, at most 64 KiB as JSON. */
                meta?: string;
                /** @description A taxonomy type's slug, id or uuid. */
                type: string | number;
                /** @description A term's slug, id or uuid: of the same type, or of its parent type. */
                parent?: string | number | null;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["TaxonomiesCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesCreatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxonomyCreate"];
            };
        };
        responses: {
            201: components["responses"]["TaxonomiesCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesList: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Slugs of taxonomy types: terms of any of them. */
                types?: string[];
                /** @description Lists the roots, each with `children` nested to any depth. */
                with_children?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesList"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesUpdateMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["TaxonomyUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesListPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaxonomyCreate"][] | components["schemas"]["TaxonomyCreate"] | {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By `is_active`.
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                    /** @description Slugs of taxonomy types: terms of any of them. */
                    types?: string[];
                    /**
                     * @description Lists the roots, each with `children` nested to any depth.
                     * @default false
                     */
                    with_children?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesList"];
            201: components["responses"]["TaxonomiesCreateOne"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesDeleteMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: (number | string)[];
                } | (number | string)[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesDeleteMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesUpdateManyPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["TaxonomyUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesGet: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesGet"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaxonomyUpdate"];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesDestroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesDestroy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesChangePatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaxonomyUpdate"];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRead: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesReadPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesUpdate: {
        parameters: {
            query?: {
                /** @description Unique among its siblings. */
                name?: string;
                /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
                slug?: string;
                /** @description An inactive term is listed, but not for use. */
                is_active?: boolean;
                excerpt?: string | null;
                details?: string | null;
                notes?: string | null;
                /** @description Free-form data of your own, at most 64 KiB as JSON. */
                meta?: string;
                /** @description A taxonomy type's slug, id or uuid. */
                type?: string | number;
                /** @description A term's slug, id or uuid: of the same type, or of its parent type. */
                parent?: string | number | null;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesUpdatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaxonomyUpdate"];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesDelete: {
        parameters: {
            query?: {
                /** @description Takes the records below it along. */
                cascade?: boolean;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesDeletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Takes the records below it along.
                     * @default false
                     */
                    cascade?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRestore: {
        parameters: {
            query?: {
                /** @description Brings back all that its deletion took along. */
                cascade?: boolean;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRestorePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Brings back all that its deletion took along.
                     * @default false
                     */
                    cascade?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesUsers: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesUsersPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description By `is_active`.
                     * @enum {string}
                     */
                    status?: "active" | "inactive";
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsType: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsType"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsTypePut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsTypePut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsTypePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsTypePost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsTypeDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsTypeDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsTypePatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsTypePatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsParent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsParent"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsParentPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsParentPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsParentPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsParentPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsParentDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsParentDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsParentPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsParentPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsChildren: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Slugs of taxonomy types: terms of any of them. */
                types?: string[];
                /** @description Lists the roots, each with `children` nested to any depth. */
                with_children?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsChildren"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsChildrenPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsChildrenPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsChildrenPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsChildrenPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsChildrenDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsChildrenDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsChildrenPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsChildrenPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsUsers: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsUsers"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsUsersPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsUsersPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsUsersPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsUsersPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsUsersDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsUsersDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsUsersPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsUsersPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsCreatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsCreatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsUpdatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsUpdatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomiesRelationshipsDeletedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomiesRelationshipsDeletedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesCreate: {
        parameters: {
            query: {
                /** @description Unique. */
                name: string;
                /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
                slug?: string;
                /** @description An inactive type is listed, but not for use. */
                is_active?: boolean;
                /** @description Free-form data of your own, at most 64 KiB as JSON. */
                meta?: string;
                /** @description A taxonomy type's slug, id or uuid. */
                parent?: string | number | null;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: components["responses"]["TaxonomyTypesCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesCreatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxonomyTypeCreate"];
            };
        };
        responses: {
            201: components["responses"]["TaxonomyTypesCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesList: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description Lists the roots, each with `children` nested to any depth. */
                with_children?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesList"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesUpdateMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["TaxonomyTypeUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesListPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaxonomyTypeCreate"][] | components["schemas"]["TaxonomyTypeCreate"] | {
                    /** @description Search text: a part of any of the searched attributes, in any case. */
                    q?: string;
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                    /** @description Another name for `per_page`. */
                    limit?: number;
                    /**
                     * Format: date
                     * @description Created on this UTC day or later.
                     */
                    from?: string;
                    /**
                     * Format: date
                     * @description Created on this UTC day or earlier.
                     */
                    to?: string;
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                    sort?: string;
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                    /**
                     * @description Lists the roots, each with `children` nested to any depth.
                     * @default false
                     */
                    with_children?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesList"];
            201: components["responses"]["TaxonomyTypesCreateOne"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesDeleteMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ids?: (number | string)[];
                } | (number | string)[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesDeleteMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesUpdateManyPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": ({
                    id?: number;
                    /** Format: uuid */
                    uuid?: string;
                } & components["schemas"]["TaxonomyTypeUpdate"])[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesUpdateMany"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesGet: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesGet"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaxonomyTypeUpdate"];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesDestroy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesDestroy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesChangePatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaxonomyTypeUpdate"];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesChange"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRead: {
        parameters: {
            query?: {
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesReadPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Answer 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["ifNoneMatch"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `true` includes soft-deleted records, `only` returns those alone.
                     * @default false
                     * @enum {string}
                     */
                    trashed?: "true" | "false" | "only";
                    /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                    include?: string;
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRead"];
            304: components["responses"]["304"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesUpdate: {
        parameters: {
            query?: {
                /** @description Unique. */
                name?: string;
                /** @description Lower-case letters, digits and hyphens. Unique. Defaults to the name made a slug. */
                slug?: string;
                /** @description An inactive type is listed, but not for use. */
                is_active?: boolean;
                /** @description Free-form data of your own, at most 64 KiB as JSON. */
                meta?: string;
                /** @description A taxonomy type's slug, id or uuid. */
                parent?: string | number | null;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesUpdatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TaxonomyTypeUpdate"];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesUpdate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesDelete: {
        parameters: {
            query?: {
                /** @description Takes the records below it along. */
                cascade?: boolean;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesDeletePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Takes the records below it along.
                     * @default false
                     */
                    cascade?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRestore: {
        parameters: {
            query?: {
                /** @description Brings back all that its deletion took along. */
                cascade?: boolean;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRestorePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Brings back all that its deletion took along.
                     * @default false
                     */
                    cascade?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRestore"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsParent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsParent"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsParentPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsParentPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsParentPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsParentPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsParentDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsParentDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsParentPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsParentPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsChildren: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description Lists the roots, each with `children` nested to any depth. */
                with_children?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsChildren"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsChildrenPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsChildrenPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsChildrenPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsChildrenPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsChildrenDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsChildrenDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsChildrenPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsChildrenPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsTaxonomies: {
        parameters: {
            query?: {
                /** @description Search text: a part of any of the searched attributes, in any case. */
                q?: string;
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
                /** @description Another name for `per_page`. */
                limit?: number;
                /** @description Created on this UTC day or later. */
                from?: string;
                /** @description Created on this UTC day or earlier. */
                to?: string;
                /** @description `true` includes soft-deleted records, `only` returns those alone. */
                trashed?: "true" | "false" | "only";
                /** @description Attributes, separated by commas; `:desc` after one turns it round. */
                sort?: string;
                /** @description Relations to include, separated by commas, nested with dots to depth 3. */
                include?: string;
                /** @description By `is_active`. */
                status?: "active" | "inactive";
                /** @description Slugs of taxonomy types: terms of any of them. */
                types?: string[];
                /** @description Lists the roots, each with `children` nested to any depth. */
                with_children?: boolean;
                /** @description Any attribute may stand in the brackets. A value, or `<operator>:<value>` with `eq not lt lte gt gte like btw`; `btw` takes `<low>|<high>`; conditions are joined by `|AND|`. Empty is null, `not:` is not null. */
                "filter[id]"?: components["parameters"]["filters"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsTaxonomies"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsTaxonomiesPut: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsTaxonomiesPut"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsTaxonomiesPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsTaxonomiesPost"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsTaxonomiesDelete: {
        parameters: {
            query?: {
                /** @description Takes all of them away; no member need be named. */
                all?: components["parameters"]["all"];
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsTaxonomiesDelete"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsTaxonomiesPatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Refuse the write if the record has changed since this ETag. */
                "If-Match"?: components["parameters"]["ifMatch"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": (number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                } | ((number | string) | {
                    /** @description An id, a uuid or a slug. */
                    id: number | string;
                    /** @description An inactive link counts for nothing. */
                    is_active?: boolean;
                    /**
                     * Format: date-time
                     * @description From then on the link counts for nothing.
                     */
                    expires_at?: string | null;
                })[];
            };
        };
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsTaxonomiesPatch"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            412: components["responses"]["412"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsCreatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsCreatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsUpdatedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsUpdatedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    taxonomyTypesRelationshipsDeletedBy: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description Its id or uuid. */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["TaxonomyTypesRelationshipsDeletedBy"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersTokens: {
        parameters: {
            query?: {
                /** @description The page, from 1. */
                page?: number;
                /** @description Records a page, at most 1000. */
                per_page?: number;
            };
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersTokens"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            414: components["responses"]["414"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersTokensPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description The page, from 1.
                     * @default 1
                     */
                    page?: number;
                    /**
                     * @description Records a page, at most 1000.
                     * @default 20
                     */
                    per_page?: number;
                };
            };
        };
        responses: {
            200: components["responses"]["UsersTokens"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersTokensCreate: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenCreate"];
            };
        };
        responses: {
            201: components["responses"]["UsersTokensCreate"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            409: components["responses"]["409"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersTokensRevoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Leaves the token of this request.
                     * @default false
                     */
                    keep_current?: boolean;
                };
            };
        };
        responses: {
            200: components["responses"]["UsersTokensRevoke"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    usersTokenRevoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
                /** @description Carries the write out once: within 24 hours, the same key and request get the same answer again. */
                "Idempotency-Key"?: components["parameters"]["idempotencyKey"];
            };
            path: {
                /** @description An attribute of the record: `id`, `uuid`, or another that is not secret. */
                column: components["parameters"]["column"];
                /** @description Its value. */
                value: components["parameters"]["value"];
                /** @description Id of the token. */
                token: components["parameters"]["token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["UsersTokenRevoke"];
            400: components["responses"]["400"];
            401: components["responses"]["401"];
            403: components["responses"]["403"];
            404: components["responses"]["404"];
            405: components["responses"]["405"];
            413: components["responses"]["413"];
            414: components["responses"]["414"];
            415: components["responses"]["415"];
            422: components["responses"]["422"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
        };
    };
    healthz: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Healthz"];
            400: components["responses"]["400"];
            405: components["responses"]["405"];
            503: components["responses"]["503"];
        };
    };
    healthzHead: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Healthz"];
            400: components["responses"]["400"];
            405: components["responses"]["405"];
            503: components["responses"]["503"];
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Readyz"];
            400: components["responses"]["400"];
            405: components["responses"]["405"];
            503: components["responses"]["503"];
        };
    };
    readyzHead: {
        parameters: {
            query?: never;
            header?: {
                /** @description `200` asks for that status on every answer, for clients that can read no other. The body tells success from failure. */
                "X-Http-Status"?: components["parameters"]["httpStatus"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["Readyz"];
            400: components["responses"]["400"];
            405: components["responses"]["405"];
            503: components["responses"]["503"];
        };
    };
}
