import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const apiTarget = `http://127.0.0.1:${process.env.LADING_API_PORT ?? '3000'}`;

const SHARED_BASE =
  /contract[\\/]src[\\/](constants|messages|routes)\.ts|src[\\/]ui[\\/](cx|button|spinner|mark|segmented|theme-switch|label[\\/])|src[\\/]lib[\\/](theme|code128|session-store)\.ts/;

/** The fonts that the first screen needs; the file names carry hashes, so they are known only here. */
function preloadFonts(): Plugin {
  return {
    name: 'lading:preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .sort()
          .slice(0, 2)
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}

/** In development, as in production: `/` is the landing page and every other page path is the application. */
function twoPages(): Plugin {
  return {
    name: 'lading:two-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? '/';
        const wantsPage = request.headers.accept?.includes('text/html');
        if (wantsPage && path !== '/' && !/^\/(api|@|src|node_modules)|\.[a-z0-9]+$/i.test(path)) {
          request.url = '/app.html';
        }
        next();
      });
    },
  };
}

export default defineConfig({
  appType: 'mpa',
  plugins: [react(), tailwindcss(), preloadFonts(), twoPages()],
  server: {
    proxy: { '/api': apiTarget, '/config.json': apiTarget, '/healthz': apiTarget },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2022',
    // A data: font is forbidden by the content security policy.
    assetsInlineLimit: 0,
    // The polyfill is not needed by the browsers of the target.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { landing: 'index.html', app: 'app.html' },
      output: {
        codeSplitting: {
          groups: [
            // Changes only with its version, so that a release of ours leaves it in the caches.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            // What both pages start with; otherwise each helper of a few bytes becomes a request of its own.
            { name: 'base', test: SHARED_BASE, priority: 1 },
          ],
        },
      },
    },
  },
});
