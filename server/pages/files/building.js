// A refresh by <meta> only navigates within the page if the address has a fragment, as the setup link has.
setTimeout(() => location.reload(), 2000)
