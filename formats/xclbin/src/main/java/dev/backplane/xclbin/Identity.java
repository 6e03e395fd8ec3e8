package dev.backplane.xclbin;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.UUID;

/** An identity that follows from what an image holds, so that two images are told apart by it. */
record Identity(UUID uuid, long uniqueId) {
  static Identity of(List<Section> sections) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var number = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      for (var section : sections) {
        number.clear().putInt(section.number()).putInt(section.data().size()).flip();
        digest.update(number);
        digest.update(section.name().getBytes(StandardCharsets.ISO_8859_1));
        digest.update((byte) 0);
        digest.update(section.data().buffer());
      }
      var hash = ByteBuffer.wrap(digest.digest());
      // RFC 9562, version 8: an identity derived in a way of one's own.
      long most = (hash.getLong(0) & ~0xf000L) | 0x8000L;
      long least = (hash.getLong(8) & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
      return new Identity(new UUID(most, least), hash.getLong(16));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
