package dev.backplane.api;

/**
 * The format of a pixel: its channels, and how each of them is stored in memory. Immutable.
 *
 * @param channels the channels, in memory order
 * @param type the type of each channel
 */
public record PixelFormat(Channels channels, ChannelType type) {
  /** The channels of a pixel. */
  public enum Channels {
    /** Red. */
    R(1),
    /** Opacity. */
    A(1),
    /** Red and green. */
    RG(2),
    /** Red and opacity. */
    RA(2),
    /** Red, green and blue. */
    RGB(3),
    /** Red, green, blue and opacity. */
    RGBA(4),
    /** Blue, green, red and opacity. */
    BGRA(4),
    /** Opacity, red, green and blue. */
    ARGB(4),
    /** Opacity, blue, green and red. */
    ABGR(4),
    /** One number for all four. */
    INTENSITY(1),
    /** One number for red, green and blue. */
    LUMINANCE(1),
    /** A depth. */
    DEPTH(1),
    /** Red, green, blue and something unused, brightness as screens have it. */
    SRGBX(4),
    /** Red, green and blue, brightness as screens have it. */
    SRGB(3),
    /** Red, green, blue and opacity, brightness as screens have it. */
    SRGBA(4),
    /** Blue, green, red and opacity, brightness as screens have it. */
    SBGRA(4);

    private final int count;

    Channels(int count) {
      this.count = count;
    }

    /** {@return how many numbers lie in memory for a pixel} */
    public int count() {
      return count;
    }
  }

  /** The data type of a channel. */
  public enum ChannelType {
    /** A byte, from -1 to 1 in kernels. */
    SNORM_INT8(1),
    /** Two bytes, from -1 to 1 in kernels. */
    SNORM_INT16(2),
    /** A byte, from 0 to 1 in kernels. */
    UNORM_INT8(1),
    /** Two bytes, from 0 to 1 in kernels. */
    UNORM_INT16(2),
    /** Five, six and five bits in two bytes for all channels, from 0 to 1 in kernels. */
    UNORM_SHORT_565(-2),
    /** Five bits each in two bytes for all channels, from 0 to 1 in kernels. */
    UNORM_SHORT_555(-2),
    /** Ten bits each in four bytes for all channels, from 0 to 1 in kernels. */
    UNORM_INT_101010(-4),
    /** Ten bits each and two of opacity in four bytes, from 0 to 1 in kernels. */
    UNORM_INT_101010_2(-4),
    /** Three bytes in four, from 0 to 1 in kernels. */
    UNORM_INT24(4),
    /** A byte, signed. */
    SIGNED_INT8(1),
    /** Two bytes, signed. */
    SIGNED_INT16(2),
    /** Four bytes, signed. */
    SIGNED_INT32(4),
    /** A byte. */
    UNSIGNED_INT8(1),
    /** Two bytes. */
    UNSIGNED_INT16(2),
    /** Four bytes. */
    UNSIGNED_INT32(4),
    /** A real number of two bytes. */
    HALF_FLOAT(2),
    /** A real number of four bytes. */
    FLOAT(4);

    private final int bytes;

    ChannelType(int bytes) {
      this.bytes = bytes;
    }
  }

  /** {@return how many bytes a pixel has in memory of the host} */
  public int bytes() {
    return type.bytes < 0 ? -type.bytes : type.bytes * channels.count;
  }

  @Override
  public String toString() {
    return channels + " " + type;
  }
}
