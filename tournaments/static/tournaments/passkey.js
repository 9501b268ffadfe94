/* The button is for browsers that offer passkeys here: at an address with a name and HTTPS, or at localhost. */
const isBareAddress = /^[\d.]+$|:/.test(location.hostname);
document.getElementById("passkey").hidden = !window.PublicKeyCredential || isBareAddress;
