/** Longer than any browser needs to begin to save. */
const KEPT_MS = 60_000;

/** Saves a file on the device, as a link with `download` does. */
export function saveFile(file: Blob, name: string): void {
  saveAddress(URL.createObjectURL(file), name);
}

/** Saves what an object address names, and gives the address up. */
export function saveAddress(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
