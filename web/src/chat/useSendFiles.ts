import { useText } from '../intl/text';
import { checkUpload, type UploadKind, type UploadRules } from './uploadRules';

/** Sends the files that the chat takes, and says why it does not take the others. */
export function useSendFiles(
  rules: UploadRules,
  send: (file: File, kind: UploadKind) => void,
  showAlert: (text: string) => void,
) {
  const t = useText();
  return (files: File[]) => {
    for (const file of files) {
      const check = checkUpload(file, rules);
      if ('kind' in check) send(file, check.kind);
      else if (check.fault === 'FILE_NOT_SUPPORTED') showAlert(t('error.chat.FILE_NOT_SUPPORTED'));
      else showAlert(t('error.chat.FILE_TOO_LARGE', { n: check.megabytes }));
    }
  };
}
