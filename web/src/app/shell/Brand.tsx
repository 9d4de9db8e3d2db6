import { Icon } from '../../ui/display/Icon';
import { useAppName } from '../../ui/display/useAppName';

export function Brand() {
  const name = useAppName();
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-control bg-accent text-on-accent">
        <Icon name="wallet" size={20} />
      </span>
      <span className="truncate py-1 font-semibold">{name}</span>
    </span>
  );
}
