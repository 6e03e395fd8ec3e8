-- Enumerations: attributes, order, arrays indexed by them, one-hot and user encodings, machines in one, two and three processes.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity enums is
  port (
    clk : in  std_logic;
    rst : in  std_logic;
    go  : in  std_logic;
    x   : in  std_logic_vector(1 downto 0);
    one : out std_logic_vector(2 downto 0);
    two : out std_logic_vector(2 downto 0);
    three : out std_logic_vector(3 downto 0);
    pos : out unsigned(2 downto 0);
    nxt : out unsigned(2 downto 0);
    ord : out std_logic_vector(3 downto 0);
    tab : out unsigned(7 downto 0);
    hot : out std_logic_vector(3 downto 0);
    ch  : out std_logic_vector(7 downto 0);
    cnt : out unsigned(15 downto 0)
  );
end entity;

architecture rtl of enums is
  type state_t is (idle, load, run, flush, done);
  type hot_t is (n, e, s, w);
  attribute enum_encoding : string;
  attribute enum_encoding of hot_t : type is "0001 0010 0100 1000";
  type small_t is (only);
  type table_t is array (state_t) of unsigned(7 downto 0);
  type counts_t is array (hot_t) of unsigned(3 downto 0);
  constant WEIGHTS : table_t := (idle => x"01", run => x"80", flush | done => x"3c", others => x"77");
  signal s1, s2, s2n, s3, s3n : state_t := idle;
  signal way : hot_t := n;
  signal counts : counts_t := (others => (others => '0'));
  signal c : character := 'a';
  subtype active_t is state_t range load to flush;
begin
  single : process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then s1 <= idle; one <= "000";
      else
        one(0) <= '0';
        case s1 is
          when idle => if go = '1' then s1 <= load; one <= "001"; end if;
          when load => s1 <= run; one(2) <= '1';
          when run => if x = "11" then s1 <= flush; end if;
          when flush => s1 <= done; one <= "110";
          when done => s1 <= idle;
        end case;
      end if;
    end if;
  end process;

  two_reg : process (clk, rst)
  begin
    if rst = '1' then s2 <= idle; elsif rising_edge(clk) then s2 <= s2n; end if;
  end process;
  two_comb : process (all)
  begin
    s2n <= s2; two <= "000";
    case s2 is
      when idle => if go then s2n <= load; end if;
      when load | run => s2n <= state_t'val(state_t'pos(s2) + 1); two <= "0" & x;
      when others => two <= "111"; if x(0) = '1' then s2n <= idle; end if;
    end case;
  end process;

  three_reg : process (clk) begin if rising_edge(clk) then if rst = '1' then s3 <= state_t'low; else s3 <= s3n; end if; end if; end process;
  three_next : process (all) begin
    if s3 = state_t'right then s3n <= state_t'left; elsif go = '1' then s3n <= state_t'val(state_t'pos(s3) + 1); elsif x = "00" and s3 /= idle then s3n <= state_t'val(state_t'pos(s3) - 1); else s3n <= s3; end if;
  end process;
  three_out : with s3 select three <= "0001" when idle, "0010" when load, "0100" when run, "1000" when others;

  pos <= to_unsigned(state_t'pos(s3), 3);
  nxt <= to_unsigned(state_t'pos(s3n), 3);
  ord(0) <= '1' when s3 > load else '0';
  ord(1) <= '1' when s3 <= run else '0';
  ord(2) <= '1' when s3 = s2 else '0';
  ord(3) <= '1' when s3 >= active_t'low and s3 <= active_t'high else '0';
  tab <= WEIGHTS(s3);
  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then way <= n; counts <= (others => x"0");
      else
        case way is
          when n => if x = "01" then way <= e; end if;
          when e => way <= hot_t'val(to_integer(unsigned(x)));
          when s => way <= w;
          when w => if go = '1' then way <= n; end if;
        end case;
        counts(way) <= counts(way) + 1;
      end if;
      if go = '1' then
        case c is
          when 'a' => c <= 'z';
          when 'z' => c <= '0';
          when others => c <= character'val(character'pos(c) + 1);
        end case;
        if c = '9' then c <= 'a'; end if;
      end if;
    end if;
  end process;
  with way select hot <= "0001" when n, "0010" when e, "0100" when s, "1000" when w;
  ch <= std_logic_vector(to_unsigned(character'pos(c), 8));
  cnt <= counts(n) & counts(e) & counts(s) & counts(w);
end architecture;
