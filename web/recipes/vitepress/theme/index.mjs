import DefaultTheme from 'vitepress/theme';

if (!import.meta.env.SSR) {
  import('poslab');
  import('poslab-python');
}
export default DefaultTheme;
