/* Show the button if the browser offers passkeys here: on a named host with HTTPS, or on localhost. */
const isBareAddress = /^[\d.]+$|:/.test(location.hostname);
document.getElementById("passkey").hidden = !window.PublicKeyCredential || isBareAddress;
