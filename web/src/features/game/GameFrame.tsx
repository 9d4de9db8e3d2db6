import { useText } from '../../intl/text';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';

/** What a provider's page may do: run, keep its session, send forms, and open windows. */
const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox';

interface GameFrameProps {
  name: string;
  link: string;
  /** Opens a window instead: a provider may refuse to be framed, without a word to anybody. */
  onWindow: () => void;
  onClose: () => void;
}

/** The provider's site, over the whole screen of the portal. */
export function GameFrame({ name, link, onWindow, onClose }: GameFrameProps) {
  const t = useText();
  return (
    <Modal
      title={name}
      onClose={onClose}
      size="screen"
      action={
        <Button tone="quiet" icon="external" onClick={onWindow} className="px-2! text-sm">
          {t('game.openWindow')}
        </Button>
      }
    >
      <iframe
        title={name}
        src={link}
        sandbox={SANDBOX}
        allow="fullscreen; autoplay"
        referrerPolicy="no-referrer"
        className="block size-full"
      />
    </Modal>
  );
}
