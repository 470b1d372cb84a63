import type * as pictures from 'kohort/pictures';
import { useEffect, useRef, useState } from 'preact/hooks';

type Pictures = typeof pictures;

interface Props {
  /** Draws into the given width, in CSS pixels. */
  readonly draw: (pictures: Pictures, width: number) => Element;
  /** Dependencies: the picture is drawn again when one of these changes. */
  readonly of: readonly unknown[];
}

/** A picture as wide as its place; the chart library is loaded with the first one. */
export function PictureOf({ draw, of }: Props) {
  const place = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.round(entry.contentRect.width)));
    if (place.current !== null) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (width === 0) return;
    let current = true;
    void import('kohort/pictures').then((loaded) => {
      if (current) place.current?.replaceChildren(draw(loaded, width));
    });
    return () => {
      current = false;
    };
  }, [width, ...of]);
  return <figure class="picture" ref={place} />;
}
