package dev.backplane.xrt.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said once and counted. */
final class RepeatedMessagesTest {
  private final RepeatedMessages messages = new RepeatedMessages();
  private final List<String> passed = new ArrayList<>();

  private void say(String text) {
    if (messages.isNew(text)) {
      passed.add(text);
    }
  }

  @Test
  void theSameMessageIsSaidOnceAndCounted() {
    for (int i = 0; i < 16_000; i++) {
      say("no memory at 0x4000");
    }
    assertThat(passed).containsExactly("no memory at 0x4000");
    messages.tellCounts(passed::add);
    assertThat(passed).last().isEqualTo("15999 more times: no memory at 0x4000");
    messages.tellCounts(passed::add);
    assertThat(passed).hasSize(2);
  }

  @Test
  void messagesThatDifferInNumbersAreOneKindOfWhichTheFirstAreSaid() {
    for (int i = 0; i < 1000; i++) {
      say("no memory at 0x%x for %d bytes".formatted(0x4000 + 64 * i, 64 + i));
    }
    assertThat(passed).hasSize(3).doesNotHaveDuplicates();
    messages.tellCounts(passed::add);
    assertThat(passed)
        .last()
        .isEqualTo(
            "997 more times: no memory at 0x4000 for 64 bytes; the last of them: no memory at"
                + " 0x139c0 for 1063 bytes");
  }

  @Test
  void otherMessagesAreNotHeldBack() {
    for (String text : List.of("one", "two", "one", "three")) {
      say(text);
    }
    assertThat(passed).containsExactly("one", "two", "three");
  }

  @Test
  void messagesWithoutEndAreNotAllRemembered() {
    for (int i = 0; i < 1000; i++) {
      say("message of " + "x".repeat(i));
    }
    assertThat(passed).hasSize(1000);
  }
}
