import { useNameOf } from '../intl/text';

/** `provider[2].maintenance` in words: `Game 3 · In maintenance`. */
export function useKeyName(): (key: string) => string {
  const nameOf = useNameOf();
  return (key) => {
    const words = key.split('.').map((part) => {
      const [, name = part, ...numbers] = /^([^[]+)((?:\[\d+\])*)$/.exec(part) ?? [];
      const places = (numbers.join('').match(/\d+/g) ?? []).map((at) => ` ${Number(at) + 1}`);
      return nameOf('support.setting', name) + places.join('');
    });
    return words.join(' · ');
  };
}
