/** The media types of the specification (§3). */
export const MEDIA = { image: 1, live: 2, vod: 3, embedded: 4, thumbnails: 5, preview: 6 } as const
