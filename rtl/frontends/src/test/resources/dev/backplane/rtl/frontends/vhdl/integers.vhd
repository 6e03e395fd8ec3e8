-- Integers with ranges, booleans and their registers; powers, modulo, conversions.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity integers is
  port (
    clk : in  std_logic;
    rst : in  std_logic;
    a   : in  signed(7 downto 0);
    b   : in  unsigned(6 downto 0);
    k   : in  unsigned(2 downto 0);
    o_add : out signed(9 downto 0);
    o_mul : out signed(15 downto 0);
    o_div : out signed(8 downto 0);
    o_rem : out signed(8 downto 0);
    o_mod : out signed(8 downto 0);
    o_mod_neg : out signed(8 downto 0);
    o_mod_pow : out signed(8 downto 0);
    o_rem_pow : out signed(8 downto 0);
    o_div_pow : out signed(8 downto 0);
    o_abs : out signed(8 downto 0);
    o_neg : out signed(8 downto 0);
    o_pow2 : out unsigned(7 downto 0);
    o_sq : out unsigned(15 downto 0);
    o_count : out unsigned(3 downto 0);
    o_down : out signed(4 downto 0);
    o_flags : out std_logic_vector(7 downto 0);
    o_min : out signed(8 downto 0);
    o_case : out unsigned(3 downto 0);
    o_nat : out unsigned(7 downto 0);
    o_big : out unsigned(31 downto 0);
    o_wide : out signed(31 downto 0)
  );
end entity;

architecture rtl of integers is
  subtype small_t is integer range -128 to 127;
  subtype count_t is natural range 0 to 9;
  signal ai : small_t;
  signal bi : natural range 0 to 127;
  signal nz : natural range 1 to 127;
  signal count : count_t := 0;
  signal down : integer range -10 to 10 := 10;
  signal odd, seen : boolean := false;
  signal total : natural := 0;
  signal walk : integer := -5;
  function flag(b : boolean) return std_logic is
  begin
    if b then return '1'; else return '0'; end if;
  end function;
begin
  ai <= to_integer(a);
  bi <= to_integer(b);
  nz <= 1 when bi = 0 else bi;
  o_add <= to_signed(ai + bi - 3, 10);
  o_mul <= to_signed(ai * bi, 16);
  o_div <= to_signed(ai / nz, 9);
  o_rem <= to_signed(ai rem nz, 9);
  o_mod <= to_signed(ai mod nz, 9);
  o_mod_neg <= to_signed(ai mod (-7), 9);
  o_mod_pow <= to_signed(ai mod 16, 9);
  o_rem_pow <= to_signed(ai rem 16, 9);
  o_div_pow <= to_signed(ai / 16, 9);
  o_abs <= to_signed(maximum(ai, -ai), 9);
  o_neg <= to_signed(-ai, 9);
  o_pow2 <= to_unsigned(2 ** 3, 8);
  o_sq <= to_unsigned(bi * bi, 16);
  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        count <= 0;
        down <= 10;
        seen <= false;
        total <= 0;
        walk <= -5;
      else
        if count = count_t'high then count <= 0; else count <= count + 1; end if;
        if down = -10 then down <= 10; else down <= down - 1; end if;
        odd <= bi mod 2 = 1;
        seen <= seen or ai = bi;
        total <= (total + bi) mod 100000;
        if walk > 1000 then walk <= walk - 2000; else walk <= walk + ai; end if;
      end if;
    end if;
  end process;
  o_count <= to_unsigned(count, 4);
  o_down <= to_signed(down, 5);
  o_flags <= flag(odd) & flag(seen) & flag(ai < bi) & flag(ai <= -bi) & flag(odd xor seen) & flag(not odd and seen) & flag(odd = seen) & flag(ai < 0 and bi > 64);
  o_min <= to_signed(minimum(ai, bi), 9);
  process (all)
  begin
    case ai is
      when -128 to -100 => o_case <= x"1";
      when -1 | 1 | 3 => o_case <= x"2";
      when 0 => o_case <= x"3";
      when 2 => o_case <= x"4";
      when 100 to 127 => o_case <= x"5";
      when others => o_case <= x"f";
    end case;
  end process;
  o_nat <= to_unsigned(natural'(bi) / 3, 8);
  o_big <= to_unsigned(total, 32);
  o_wide <= to_signed(walk, 32);
end architecture;
