import { useAppName } from '../../ui/display/useAppName';

/** The mark, which the operator may replace, and the service's name. */
export function Brand() {
  const name = useAppName();
  return (
    <span className="flex min-w-0 items-center gap-2.5 max-[389px]:gap-1.5">
      <img
        src="/mark.svg"
        alt=""
        width={36}
        height={36}
        className="size-9 shrink-0 max-[389px]:size-7 rounded-xl ring-1 ring-on-hero/30"
      />
      <span className="truncate py-1 font-semibold max-[389px]:text-sm">{name}</span>
    </span>
  );
}
