/* The button is for browsers that offer passkeys here: over HTTPS, or at localhost. */
document.getElementById("passkey").hidden = !window.PublicKeyCredential;
