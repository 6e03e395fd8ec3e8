package dev.backplane.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields are those that the library of protobuf writes and reads. */
class FieldsTest {
  private static final int MESSAGES = 200;

  private static long number(Random random) {
    return random.nextLong() >> random.nextInt(64);
  }

  private static int field(Random random) {
    return 1 + random.nextInt(1 << (1 + random.nextInt(28)));
  }

  private static String text(Random random) {
    return random
        .ints(random.nextInt(40), 0, 0x2000)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void readsWhatTheLibraryWrites() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < MESSAGES; i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      CodedOutputStream library = CodedOutputStream.newInstance(bytes);
      List<Object> expected = new ArrayList<>();
      for (int count = random.nextInt(20); count > 0; count--) {
        int field = field(random);
        Object value =
            switch (random.nextInt(5)) {
              case 0 -> {
                long whole = number(random);
                library.writeInt64(field, whole);
                yield whole;
              }
              case 1 -> {
                int word = random.nextInt();
                library.writeFixed32(field, word);
                yield Integer.toUnsignedLong(word);
              }
              case 2 -> {
                long word = random.nextLong();
                library.writeFixed64(field, word);
                yield word;
              }
              case 3 -> {
                float real = random.nextFloat();
                library.writeFloat(field, real);
                yield real;
              }
              default -> {
                String text = text(random);
                library.writeString(field, text);
                yield text;
              }
            };
        expected.add(field);
        expected.add(value);
      }
      library.flush();
      List<Object> read = new ArrayList<>();
      FieldReader reader = FieldReader.of(bytes.toByteArray());
      for (int field = reader.next(); field != 0; field = reader.next()) {
        read.add(field);
        Object value = expected.get(read.size());
        read.add(
            switch (value) {
              case Float real -> reader.real();
              case String text -> reader.text();
              default -> reader.number();
            });
      }
      assertThat(read).isEqualTo(expected);
    }
  }

  @Test
  void theLibraryReadsWhatIsWritten() throws IOException {
    Random random = new Random(2);
    FieldWriter writer = FieldWriter.behindHeader(9);
    for (int i = 0; i < MESSAGES; i++) {
      writer.begin();
      byte[] large = new byte[random.nextInt(20_000)];
      random.nextBytes(large);
      long whole = number(random);
      String text = text(random);
      float real = random.nextFloat();
      int first = field(random);
      writer.number(first, whole).text(2, text).real(3, real).bytes(4, large);
      writer.message(5, new FieldWriter().flag(1, true));
      CodedInputStream library = CodedInputStream.newInstance(writer.toByteArray());
      assertThat(WireFormat.getTagFieldNumber(library.readTag())).isEqualTo(first);
      assertThat(library.readInt64()).isEqualTo(whole);
      library.readTag();
      assertThat(library.readStringRequireUtf8()).isEqualTo(text);
      library.readTag();
      assertThat(library.readFloat()).isEqualTo(real);
      library.readTag();
      assertThat(library.readByteArray()).isEqualTo(large);
      library.readTag();
      assertThat(library.readByteArray()).containsExactly(8, 1);
      assertThat(library.isAtEnd()).isTrue();
      int size = writer.size();
      assertThat(writer.finished().limit()).isEqualTo(9 + size);
    }
  }

  @Test
  void readsNumbersThatArePackedAndThoseThatAreNot() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream library = CodedOutputStream.newInstance(bytes);
    library.writeByteArray(1, new byte[] {1, (byte) 0x80, 1, 3});
    library.writeInt64(1, -1);
    library.writeByteArray(2, new byte[] {1, 0, 0, 0, 2, 0, 0, (byte) 0x80});
    library.writeFixed32(2, 7);
    library.writeFixed64(3, Long.MIN_VALUE);
    library.flush();
    List<Long> numbers = new ArrayList<>();
    FieldReader reader = FieldReader.of(bytes.toByteArray());
    for (int field = reader.next(); field != 0; field = reader.next()) {
      switch (field) {
        case 1 -> reader.numbers(numbers::add);
        case 2 -> reader.words(numbers::add);
        default -> reader.doubleWords(numbers::add);
      }
    }
    assertThat(numbers).containsExactly(1L, 128L, 3L, -1L, 1L, 0x8000_0002L, 7L, Long.MIN_VALUE);
  }

  @Test
  void readsAMessageInTheMiddleOfABufferInPlace() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(16);
    buffer.put(4, new byte[] {0x12, 3, 'a', 'b', 'c', 8, 5});
    FieldReader reader = new FieldReader().begin(buffer, 4, 9);
    assertThat(reader.next()).isEqualTo(2);
    assertThat(reader.start()).isEqualTo(6);
    assertThat(reader.length()).isEqualTo(3);
    assertThat(reader.bytes().isDirect()).isTrue();
    assertThat(reader.text()).isEqualTo("abc");
    assertThat(reader.next()).as("what lies behind the end is not read").isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "08, 0, ends inside a field",
    "0880808080808080808080 01, 0, more than 10 bytes",
    "0001, 0, number 0",
    "0801 120561, 2, 'has 5 bytes, the message has 1 left'",
    "12ffffffffffffffffff01, 0, has 18446744073709551615 bytes",
    "0d0000, 0, ends inside a field",
    "0b, 0, wire type 3",
    "0f, 0, wire type 7",
    "f8ffffffffffffffff01 00, 0, a field has the number",
  })
  void saysWhereBytesStopToBeAMessage(String hexadecimal, int offset, String problem) {
    byte[] bytes = HexFormat.of().parseHex(hexadecimal.replace(" ", ""));
    assertThatThrownBy(
            () -> {
              FieldReader reader = FieldReader.of(bytes);
              while (reader.next() != 0) {
                assertThat(reader.size()).isPositive();
              }
            })
        .isInstanceOfSatisfying(
            MalformedMessageException.class, e -> assertThat(e.offset()).isEqualTo(offset))
        .hasMessageContaining(problem);
  }

  @Test
  void aValueOfAnotherKindIsNotTakenForOne() {
    FieldReader number = FieldReader.of(new byte[] {8, 1});
    number.next();
    assertThatThrownBy(number::text).hasMessageContaining("holds a number");
    assertThatThrownBy(number::real).hasMessageContaining("no number of 32 bits");
    FieldReader bytes = FieldReader.of(new byte[] {10, 2, (byte) 0xc3, 0x28});
    bytes.next();
    assertThatThrownBy(bytes::number).hasMessageContaining("holds bytes");
    assertThatThrownBy(bytes::text).hasMessageContaining("not UTF-8");
    assertThatThrownBy(() -> bytes.words(each -> {}))
        .hasMessageContaining("2 bytes are no numbers");
  }

  @Test
  void damagedMessagesNeverReadBeyondTheirEnd() {
    Random random = new Random(3);
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(24)];
      random.nextBytes(bytes);
      FieldReader reader = FieldReader.of(bytes);
      try {
        while (reader.next() != 0) {
          reader.numbers(each -> {});
        }
      } catch (MalformedMessageException e) {
        assertThat(e.offset()).isBetween(0, bytes.length);
      }
    }
  }
}
