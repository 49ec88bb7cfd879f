import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const apiTarget = `http://127.0.0.1:${process.env.LADING_API_PORT ?? '3000'}`;

const SHARED_BASE =
  /contract[\\/]src[\\/](constants|messages|routes)\.ts|src[\\/]ui[\\/](cx|button|spinner|mark|segmented|theme-switch|label[\\/])|src[\\/]lib[\\/](theme|code128-path|session-store)\.ts/;

/** Preloads the fonts of the first screen. Their hashed file names are known only at build time. */
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

/**
 * Serves pages in development as in production: `/` is the landing page, every other path the application.
 */
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
    // The content security policy forbids data: fonts.
    assetsInlineLimit: 0,
    // The target browsers do not need the polyfill.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { landing: 'index.html', app: 'app.html' },
      output: {
        codeSplitting: {
          groups: [
            // Changes only with its own version, so that our releases do not invalidate cached copies.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            // Shared by both pages; otherwise each tiny helper becomes a separate request.
            { name: 'base', test: SHARED_BASE, priority: 1 },
          ],
        },
      },
    },
  },
});
