package dev.backplane.ffi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UserCacheTest {
  @Test
  void theCacheIsWhereTheUserOrTheSystemSays() {
    assertThat(UserCache.folder("x", Map.of("BACKPLANE_CACHE", "/c", "HOME", "/h"), "/j"))
        .contains(Path.of("/c/x"));
    assertThat(UserCache.folder("x", Map.of("XDG_CACHE_HOME", "/s", "HOME", "/h"), "/j"))
        .contains(Path.of("/s/backplane/x"));
    assertThat(UserCache.folder("x", Map.of("XDG_CACHE_HOME", "relative", "HOME", "/h"), "/j"))
        .contains(Path.of("/h/.cache/backplane/x"));
    assertThat(UserCache.folder("x", Map.of(), "/j")).contains(Path.of("/j/.cache/backplane/x"));
  }

  @Test
  void withoutAHomeThereIsNoCache() {
    assertThat(UserCache.folder("x", Map.of(), "?")).isEmpty();
    assertThat(UserCache.folder("x", Map.of("HOME", "here"), "?")).isEmpty();
  }
}
