-- Memories: registered and direct reads, contents at power-up, ascending and descending.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity memories is
  port (
    clk  : in  std_logic;
    we   : in  std_logic;
    wa   : in  unsigned(3 downto 0);
    ra   : in  unsigned(3 downto 0);
    d    : in  std_logic_vector(15 downto 0);
    q    : out std_logic_vector(15 downto 0);
    r    : out std_logic_vector(7 downto 0);
    s    : out std_logic_vector(15 downto 0);
    big  : out std_logic_vector(99 downto 0)
  );
end entity;

architecture rtl of memories is
  type up_t is array (0 to 15) of std_logic_vector(15 downto 0);
  type down_t is array (15 downto 0) of std_logic_vector(15 downto 0);
  type rom_t is array (0 to 15) of std_logic_vector(7 downto 0);
  type wide_t is array (0 to 15) of std_logic_vector(99 downto 0);
  signal up   : up_t := (0 => x"1234", 5 => x"beef", others => x"0f0f");
  signal down : down_t := (15 => x"7777", 2 => x"1111", others => (others => '0'));
  signal wide : wide_t := (others => (others => '0'));
  constant ROM : rom_t := (x"00", x"11", x"22", x"33", x"44", x"55", x"66", x"77",
                           x"88", x"99", x"aa", x"bb", x"cc", x"dd", x"ee", x"ff");
begin
  process (clk)
  begin
    if rising_edge(clk) then
      if we = '1' then
        up(to_integer(wa)) <= d;
      end if;
      q <= up(to_integer(ra));
    end if;
  end process;

  process (clk)
  begin
    if rising_edge(clk) then
      if we = '1' and d(0) = '1' then
        down(to_integer(wa)) <= not d;
      end if;
    end if;
  end process;
  s <= down(to_integer(ra));

  process (clk)
  begin
    if rising_edge(clk) then
      if we = '1' then
        wide(to_integer(wa)) <= d & d & d & d & d & d & d(3 downto 0);
      end if;
      big <= wide(to_integer(ra));
    end if;
  end process;

  r <= ROM(to_integer(ra));
end architecture;
