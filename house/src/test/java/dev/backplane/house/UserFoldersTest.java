package dev.backplane.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.ffi.UserCache;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds scripts, product and tests to one answer to where a user's files are. In a container, HOME
 * is often another folder than that of the table of users, which is Java's user.home.
 */
class UserFoldersTest {
  private static final Pattern OWN_ANSWER =
      Pattern.compile("user\\.home|XDG_CACHE_HOME|\"\\.cache\"|/\\.cache\\b");

  /** The two that decide, and those that test them; configurations are below the home folder. */
  private static final Set<String> DECIDING =
      Set.of(
          "tools/cache",
          "core/ffi/src/main/java/dev/backplane/ffi/UserCache.java",
          "core/ffi/src/test/java/dev/backplane/ffi/UserCacheTest.java",
          "house/src/test/java/dev/backplane/house/UserFoldersTest.java",
          "rtl/yosys/src/test/java/dev/backplane/rtl/yosys/YosysSearchTest.java",
          "core/runtime/src/main/java/dev/backplane/runtime/configuration/Environment.java",
          "core/runtime/src/test/java/dev/backplane/runtime/configuration/ConfigurationSearchTest.java");

  @Test
  void onlyOnePlaceDecidesWhereTheUsersCacheIs() {
    Set<String> found = new TreeSet<>();
    for (Path file : Checkout.files(UserFoldersTest::isCode)) {
      String name = Checkout.name(file);
      if (!DECIDING.contains(name) && OWN_ANSWER.matcher(Checkout.read(file)).find()) {
        found.add(name);
      }
    }
    assertThat(found).as("ask tools/cache or UserCache").isEmpty();
  }

  @Test
  void scriptsAndProductNameTheSameFolder() throws Exception {
    List<Map<String, String>> environments =
        List.of(
            Map.of("BACKPLANE_CACHE", "/c", "XDG_CACHE_HOME", "/x", "HOME", "/h"),
            Map.of("XDG_CACHE_HOME", "/x", "HOME", "/h"),
            Map.of("XDG_CACHE_HOME", "relative", "HOME", "/h"),
            Map.of("BACKPLANE_CACHE", "", "XDG_CACHE_HOME", "", "HOME", "/h"),
            Map.of("HOME", "/h with blanks"),
            Map.of("HOME", "relative"),
            Map.of("HOME", ""),
            Map.of());
    for (Map<String, String> environment : environments) {
      assertThat(script(environment))
          .as("with %s", environment)
          .isEqualTo(UserCache.folder("", environment).map(Path::toString).orElse(""));
    }
  }

  private static String script(Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/bash", Checkout.ROOT.resolve("tools/cache").toString());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said.strip();
  }

  private static boolean isCode(String name) {
    String file = name.substring(name.lastIndexOf('/') + 1);
    return name.endsWith(".java")
        || name.endsWith(".c")
        || name.endsWith(".h")
        || name.endsWith(".sh")
        || !file.contains(".");
  }
}
